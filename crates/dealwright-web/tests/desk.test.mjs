// The desk in WebAssembly answers as the program does. Usage: node desk.test.mjs DESK.wasm DEALWRIGHT
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const [wasm, program] = process.argv.slice(2);
// Node takes a file of this name for one of the older kind, so it is read as a text.
const source = readFileSync(new URL("../../dealwright-cli/page/wasm.js", import.meta.url), "utf8");
const { openDesk } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const desk = await openDesk(await WebAssembly.compile(readFileSync(wasm)));
/** @param {string[]} args */
const run = (...args) => JSON.parse(execFileSync(program, [...args, "--json"], { encoding: "utf8" }));

const solvable = "boxoff:BBWBBW/BYYYWB/YWWWYY";
const dead = "pretzel:3S--2H/--3H2S";

test("games are the same as those of the command", () => {
    assert.deepEqual(desk.ask("games", {}), run("list"));
});

test("a seed gives the same deals as the command", () => {
    for (const setup of ["boxoff/ltiles", "fujisan/dominoes", "pretzel/banded"]) {
        const body = { setup, seed: "hello", solvable: false };
        assert.equal(desk.ask("deal", body).id, run("deal", setup, "--seed", "hello").id);
    }
});

test("a position is drawn, a hint solves it, a refused move says why", () => {
    const position = desk.ask("position", { id: solvable, moves: ["e1f1"] });
    assert.match(position.svg, /^<svg/);
    const { line, verdict } = desk.ask("hint", { id: solvable, moves: ["e1f1"] });
    assert.equal(verdict, "solvable");
    assert.equal(desk.ask("position", { id: solvable, moves: ["e1f1", ...line] }).solved, true);
    assert.match(desk.ask("position", { id: solvable, moves: ["a1f3"] }).stopped.why, /./);
});

test("why, repair and rate answer as the command does", () => {
    const why = desk.ask("why", { id: dead });
    assert.deepEqual(why.causes, run("why", dead).causes);
    const tiles = "boxoff:AADDAC/CBDDBB/CDABDA/CBABCC";
    const repair = desk.ask("repair", { id: tiles, setup: "boxoff/ltiles" });
    assert.equal(repair.kind, run("repair", tiles, "--setup", "boxoff/ltiles").kind);
    const fujisan = "fujisan:554344221335/311400512200";
    assert.equal(desk.ask("rate", { id: fujisan }).level, run("rate", fujisan).level);
});

test("the full deck is solved", () => {
    const { id } = run("deal", "pretzel/shuffled", "ranks=13", "--seed", "deck");
    assert.equal(desk.ask("hint", { id }).verdict, run("solve", id).verdict);
});

test("a meter goes on piece by piece, and ends when the time is over", () => {
    const { text } = desk.ask("setup", { setup: "boxoff/ltiles" });
    const { stream, seconds } = desk.open("meter", { text, seed: "meter" });
    assert.equal(seconds, 60);
    const { told, done } = desk.goOn(stream, 30);
    assert.ok(told.dealt > 0 && told.dealt < 50_000, "a piece, not all of it");
    assert.equal(done, false);
    assert.equal(desk.goOn(stream, 0, true).done, true);
    assert.throws(() => desk.goOn(stream, 30), /there is no stream/);
});

test("comparing, tuning and hunting tell something", () => {
    const { text } = desk.ask("setup", { setup: "boxoff/ltiles" });
    const questions = {
        compare: { text, against: "boxoff/abc" },
        tune: { text, open: ["faces"] },
        hunt: { setup: "pretzel/banded", seed: "x", measure: "length", most: true },
    };
    for (const [name, body] of Object.entries(questions)) {
        const { stream } = desk.open(name, body);
        let piece = desk.goOn(stream, 200);
        for (let n = 0; n < 100 && piece.told === null; n++) piece = desk.goOn(stream, 200);
        assert.notEqual(piece.told, null, name);
        desk.close(stream);
    }
});

test("a code is drawn, and parts of a meter are read together", () => {
    assert.match(desk.ask("code", { text: "https://example.org/" }).svg, /^<svg/);
    const { text } = desk.ask("setup", { setup: "boxoff/ltiles" });
    const tallies = [0, 1].map((part) => desk.goOn(desk.open("meter", { text, seed: "x", part: [part, 2] }).stream, 20).told.tally);
    assert.equal(desk.ask("reading", { tallies }).dealt, tallies[0].dealt + tallies[1].dealt);
});

test("a challenge can be named by its seed", () => {
    assert.equal(desk.ask("position", { id: "boxoff/ltiles~hello@1" }).id, run("deal", "boxoff/ltiles", "--seed", "hello").id);
    assert.throws(() => desk.ask("position", { id: "mine.toml~hello@1" }), /is not a setup/);
});

test("what cannot be answered is refused in words", () => {
    assert.throws(() => desk.ask("hnt", {}), /'hnt' is not a question.*did you mean 'hint'/);
    assert.throws(() => desk.ask("hint", {}), /'id' is missing/);
    assert.throws(() => desk.ask("hint", { id: "chess:e4" }), /chess/);
});
