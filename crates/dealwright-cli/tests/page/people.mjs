// A study with people: nothing is kept before consent, the stopwatch and the play log write what `people fit` reads, and one tap deletes it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GAMES, api, barriers, made, pictures, program, size, spot, squares, test, url } from './world.mjs';

const KEY = 'dealwright-people';
const kept = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), KEY);

/** Targets of at least 44 pixels, and nothing that scrolls sideways at 320. */
async function fits(page) {
  const small = await page.evaluate(() => [...document.querySelectorAll('main button, main a.button, main select')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map((one) => one.textContent));
  assert.deepEqual(small, [], 'targets are large enough');
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `scrolls sideways by ${over} at 320 pixels`);
  await page.setViewportSize(before);
}

/** What the button gives away as a file, and what people fit says of it. */
async function fitted(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-people')]);
  const text = readFileSync(await download.path(), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'dealwright-people-'));
  writeFileSync(join(folder, download.suggestedFilename()), text);
  return { text, answer: JSON.parse(execFileSync(program, ['people', 'fit', folder, '--json'], { encoding: 'utf8' })) };
}

await test('nothing is kept before somebody agrees', async (page) => {
  await page.goto(`${url}#people`);
  await page.waitForSelector('#agree');
  assert.match(await page.textContent('#consent-text'), /Not kept are: your name/);
  assert.equal(await kept(page), null);
  if (pictures) await page.screenshot({ path: `${pictures}/people-consent-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await fits(page);
  await page.click('#decline');
  await page.waitForSelector('#game-boxoff', { state: 'attached' });
  assert.equal(await kept(page), null);
});

await test('a session of a link: a setup is timed, a challenge is played, the file is what people fit reads', async (page) => {
  const steps = await squares(GAMES.boxoff);
  await page.goto(`${url}#people/t:boxoff/ltiles;p:boxoff/ltiles~a@1;t:fujisan/dominoes`);
  await page.click('#agree');
  const number = await page.textContent('#participant');
  assert.match(number, /^[2-9A-HJ-NP-Y]{4}-[2-9A-HJ-NP-Y]{4}$/);
  assert.equal(await page.locator('#tasks li').count(), 3);
  if (pictures) await page.screenshot({ path: `${pictures}/people-session-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await fits(page);
  await page.click('#next-task');
  await page.waitForSelector('#watch-done');
  assert.match(await page.textContent('#watch-step'), /^You need/);
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('#watch-place'), /^Step 1 of/);
  if (pictures) await page.screenshot({ path: `${pictures}/people-watch-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await fits(page);
  // A mistake, a tap too many that is taken back, and then every step.
  await page.click('#watch-mistake');
  assert.match(await page.textContent('#watch-counts'), /1 mistake/);
  await page.click('#watch-done');
  await page.click('#watch-undo');
  assert.match(await page.textContent('#watch-place'), /^Step 1 of/);
  assert.match(await page.textContent('#watch-counts'), /1 mistake/);
  while (await page.locator('#watch-done').count() > 0) await page.click('#watch-done');
  assert.match(await page.textContent('#people-said'), /^Finished/);
  // The challenge: a hint, a move, undo, redo, and then it is given up.
  await page.click('#next-task');
  await page.waitForSelector('.board .spot');
  await page.waitForSelector('.tools #give-up');
  assert.equal(await page.locator('#another, #id').count(), 0, 'there is no other deal, and this one is not taken along');
  await page.waitForSelector('.spot.can');
  const answer = await page.evaluate(async () => { const { ask } = await import(new URL('page/desk.js', document.baseURI).href); const found = await ask('position', { id: 'boxoff/ltiles~a@1', moves: [] }); return found.legal[0]; });
  await page.click('#hint');
  await page.waitForFunction(() => /Ask again/.test(document.getElementById('note')?.textContent ?? ''));
  await page.click(spot(answer.from));
  await page.click(spot(answer.to));
  await made(page, 1);
  await page.click('#undo');
  await made(page, 0);
  await page.click('#redo');
  await made(page, 1);
  await page.click('#give-up');
  await page.waitForSelector('#next-task');
  // A run that is broken off by leaving the page is dropped.
  await page.click('#next-task');
  await page.click('#watch-done');
  await page.waitForSelector('#watch-mistake');
  await page.reload();
  await page.waitForSelector('#participant');
  assert.equal(await page.textContent('#participant'), number);
  const { text, answer: fit } = await fitted(page);
  const rows = text.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(rows[0], { row: 'participant', dealwright: 'people', version: 1, participant: number, consent: 1, simulated: false });
  assert.deepEqual(rows.filter((row) => row.outcome).map((row) => row.outcome), ['finished', 'gave_up', 'dropped']);
  assert.equal(rows.find((row) => row.row === 'step').corrections, 1);
  assert.deepEqual(rows.filter((row) => row.row === 'move').map((row) => row.what), ['hint', 'move', 'undo', 'redo']);
  assert.equal(fit.simulated, false);
  assert.deepEqual([fit.time.runs, fit.time.dropped, fit.games[0].games, fit.games[0].solved_alone], [1, 1, 1, 0]);
  assert.ok(steps.length > 0);
  // One tap, and nothing is left.
  await page.click('#delete-people');
  await page.waitForSelector('#deleted');
  assert.equal(await kept(page), null);
});

await test('a challenge of one\'s own choice is solved, and nothing of it stays among the games', async (page) => {
  await page.goto(`${url}#people/p:${encodeURIComponent('boxoff/ltiles~welcome@1')}`);
  await page.click('#agree');
  await page.click('#next-task');
  await page.waitForSelector('.board .spot');
  const { id } = await api('position', { id: 'boxoff/ltiles~welcome@1', moves: [] });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [n, step] of (await squares(id)).entries()) {
    await page.click(spot(step.from));
    await page.click(spot(step.to));
    await made(page, n + 1);
  }
  await page.waitForSelector('#solved-next:not([hidden])');
  if (pictures) await page.screenshot({ path: `${pictures}/people-play-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await page.click('#solved-next');
  assert.match(await page.textContent('#all-done'), /All tasks are done/);
  const { answer } = await fitted(page);
  assert.equal(answer.games[0].solved_alone, 1);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('dealwright.game.'))), []);
});

await test('a damaged link of a session is refused in words', async (page) => {
  await page.goto(`${url}#people/x:boxoff`);
  await page.waitForFunction(() => /is not a task of a session/.test(document.querySelector('[role=alert]')?.textContent ?? ''));
});

await test('two tabs on one study do not write over each other, and what one deletes stays deleted', async (page) => {
  const link = `${url}#people/t:boxoff/ltiles;t:fujisan/dominoes`;
  await page.goto(link);
  await page.click('#agree');
  await page.click('#next-task');
  await page.click('#watch-done');
  await page.click('#watch-done');
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForSelector('#people-elsewhere');
  if (pictures) await other.screenshot({ path: `${pictures}/people-elsewhere-${size}.png` });
  assert.deepEqual(await barriers(other), []);
  await fits(other);
  // Nothing was broken off by looking.
  assert.equal((await kept(page)).open.rows.length, 1);
  await page.click('#watch-done');
  assert.equal((await kept(page)).open.rows.length, 2);
  await other.click('#go-on-here');
  await other.waitForSelector('#participant');
  await page.waitForSelector('#people-elsewhere');
  assert.deepEqual((await kept(page)).tasks.map((task) => [task.head.outcome, task.rows.length]), [['dropped', 2]]);
  await other.click('#next-task');
  while (await other.locator('#watch-done').count() > 0) await other.click('#watch-done');
  assert.match(await other.textContent('#people-said'), /^Finished/);
  await other.click('#delete-people');
  await page.waitForSelector('#deleted');
  assert.equal(await kept(page), null);
  await other.close();
});

await test('another link on the same device asks whether it is the same person', async (page) => {
  await page.goto(`${url}#people/t:boxoff/ltiles`);
  await page.click('#agree');
  const first = await page.textContent('#participant');
  await page.goto(`${url}#people/t:boxoff/abc`);
  await page.waitForSelector('#people-whose');
  if (pictures) await page.screenshot({ path: `${pictures}/people-whose-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await fits(page);
  await page.click('#same-person');
  assert.equal(await page.textContent('#participant'), first);
  await page.goto(`${url}#people/t:boxoff/plain`);
  await page.click('#other-person');
  await page.waitForSelector('#consent-text');
  assert.equal(await kept(page), null, 'nothing is kept before the next person agrees');
  await page.click('#agree');
  assert.notEqual(await page.textContent('#participant'), first);
  assert.match(await page.textContent('#tasks'), /Plain/i);
});

await test('what was just done can be taken out, a task that cannot be begun can be left out, and sleep counts as time', async (page) => {
  await page.goto(`${url}#people/t:boxoff/ltiles;t:boxoff/none;p:boxoff/ltiles~a.3+0@1`);
  await page.click('#agree');
  assert.equal(await page.locator('#tasks li').count(), 4, 'one word of a link may stand for several challenges');
  await page.click('#next-task');
  await page.click('#watch-done');
  // The device sleeps for a minute: only the clock of the day knows.
  await page.evaluate(() => { const real = Date.now; Date.now = () => real() + 60000; });
  while (await page.locator('#watch-done').count() > 0) await page.click('#watch-done');
  const [run] = (await kept(page)).tasks;
  assert.ok(run.head.outcome === 'finished' && run.head.seconds >= 60 && run.rows[0].seconds >= 60, JSON.stringify(run));
  if (pictures) await page.screenshot({ path: `${pictures}/people-finished-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await page.click('#uncount');
  assert.match(await page.textContent('#people-said'), /is dropped/);
  assert.equal((await kept(page)).tasks[0].head.outcome, 'dropped');
  await page.click('#next-task');
  await page.waitForSelector('#skip-task');
  assert.match(await page.textContent('#people-said'), /could not be begun/);
  await page.click('#skip-task');
  await page.click('#next-task');
  await page.waitForSelector('.tools #give-up');
  await page.click('#give-up');
  await page.click('#uncount');
  assert.deepEqual((await kept(page)).tasks.map(({ head }) => head.outcome), ['dropped', 'left']);
  await page.click('#next-task');
  await page.waitForSelector('.tools #break-off');
  await page.click('#break-off');
  await page.waitForSelector('#all-done');
  const ids = (await kept(page)).tasks.slice(1).map(({ head }) => head.id);
  assert.deepEqual(ids, [(await api('position', { id: 'boxoff/ltiles~a.3@1', moves: [] })).id, (await api('position', { id: 'boxoff/ltiles~a@1', moves: [] })).id]);
}, /400|not a setup/);
