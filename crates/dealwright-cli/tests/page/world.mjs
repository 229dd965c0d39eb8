// What all tests of the page share: a server, a browser, and how a test is run.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { HARMLESS, serveFiles, startBrowser } from './browser.mjs';
import { AxeBuilder } from '@axe-core/playwright';

export const [program, site, desk, size, pictures] = process.argv.slice(2);
assert.ok(['server', 'worker'].includes(desk) && ['desktop', 'phone'].includes(size));
export const folder = mkdtempSync(join(tmpdir(), 'dealwright-page-'));
execFileSync(program, ['reproduce', 'fujisan-zeros', '--quick', '--out', join(folder, 'zeros')], { stdio: 'ignore' });
const server = spawn(program, ['serve', '--port', '0', '--no-open', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
export const served = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
export const url = desk === 'server' ? served : await serveFiles(site);
const browser = await startBrowser();

export const GAMES = {
  boxoff: 'boxoff:BBWBBW/BYYYWB/YWWWYY',
  pretzel: 'pretzel:3S3C2S2H/--3D2D--/4C4S3H--/4D2C4H--',
  fujisan: 'fujisan:554344221335/311400512200',
  blackhole: 'blackhole:5S4S2H/3H4HAH/5H3S2S',
  golf: 'golf:4S5H/3S2S/AS2H/AH3H4H5S',
  klondike: 'klondike:3S/AS4H/5HAH2H/2S4S3H5S',
};
export const SIZE = size === 'phone' ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : { viewport: { width: 1280, height: 900 } };

/** Asks the server, also when the page does not. */
export async function api(path, body) {
  const response = await fetch(`${served}api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return response.json();
}

/** A deal of some kind, however long a busy machine looks for it. */
export async function dealt(kind) {
  for (let start = 0; ;) {
    const found = await api('deal', { ...kind, start });
    if (found.id) return found;
    assert.ok(found.next > start, JSON.stringify(found));
    start = found.next;
  }
}

/** The squares of a shortest solution's moves. */
export async function squares(id) {
  const { line } = await api('hint', { id, moves: [] });
  const steps = [];
  for (let n = 0; n < line.length; n += 1) {
    const { legal } = await api('position', { id, moves: line.slice(0, n) });
    steps.push(legal.find((legal) => legal.move === line[n]));
  }
  return steps;
}

let failed = 0;
export async function test(name, work, expected = null, options = {}) {
  // ONLY=words runs the tests whose names have them.
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  // Answers are replaced below, which a service worker would not see; site.test.mjs has one.
  const context = await browser.newContext({ ...SIZE, ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  const noise = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) noise.push(message.text()); });
  page.on('pageerror', (error) => noise.push(error.message));
  try {
    await work(page);
    assert.deepEqual(noise.filter((line) => !expected?.test(line) && !HARMLESS.test(line)), [], 'the console stays empty');
    console.log(`ok: ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED: ${name}\n${error.stack}\n${noise.join('\n')}`);
    if (pictures) await page.screenshot({ path: `${pictures}/failed.png` });
  } finally {
    await context.close();
  }
}

export async function open(page, id) {
  await page.goto(`${url}#play/${id}`);
  await page.waitForSelector(`.board .spot`);
  await page.waitForFunction((id) => document.getElementById('id')?.textContent === id, id);
}
export const spot = (square) => `.spot[data-square="${square}"]`;
export const made = (page, n) => page.waitForFunction((n) => document.getElementById('count')?.textContent?.startsWith(`${n} move`), n);

/** Answers that are replaced, by page and question. */
const replaced = new WeakMap();
const ASK = 'export const ask = (question, body = {}, signal) => desk.ask(question, body, signal);';
const REPLACED = `export const ask = async (question, body = {}, signal) => {
  const found = await window.answerInstead(question, body);
  if (!found) return desk.ask(question, body, signal);
  if (found.error) throw new Error(found.error);
  return found;
};`;

/** What the desk answers is replaced, whichever way it is asked. */
export async function answering(page, question, answer) {
  if (!replaced.has(page)) {
    const answers = new Map();
    replaced.set(page, answers);
    await page.exposeFunction('answerInstead', (question, body) => answers.get(question)?.(body) ?? null);
    await page.route('**/page/desk.js', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      assert.ok(text.includes(ASK));
      await route.fulfill({ response, body: text.replace(ASK, REPLACED) });
    });
  }
  replaced.get(page).set(question, answer);
}

/**
 * Makes a move by pointing at its two squares. A piece that can go to one place only, as all others, goes at once; a move without
 * squares has a button. `point` is what a hand does to something on the page.
 */
export async function makeMove(page, step, n, point = (selector) => page.click(selector)) {
  if (!step.from || !step.to) {
    await point(`[data-move="${step.move}"]`);
  } else {
    await point(spot(step.from));
    const isMade = await page.waitForFunction(([taken, n]) => {
      if (document.getElementById('count')?.textContent?.startsWith(`${n} move`)) return 'made';
      return document.querySelector(taken) && 'taken';
    }, [`${spot(step.from)}.taken`, n]);
    if (await isMade.jsonValue() === 'taken') await point(spot(step.to));
  }
  await made(page, n);
}

/** Opens a game and plays its solution on the page, by the page's own button. */
export async function win(page, id) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, id);
  const steps = await squares(id);
  for (const [n, step] of steps.entries()) {
    await makeMove(page, step, n + 1);
  }
  await page.waitForSelector('dialog#won[open]');
  return steps.length;
}

export const looked = (page, words) => page.waitForFunction((words) => new RegExp(words).test(document.getElementById('looked')?.textContent ?? ''), words, { timeout: 120000 });

/** Whether the note says something. */
export const noted = (page, words) => page.waitForFunction((words) => new RegExp(words).test(document.getElementById('note')?.textContent ?? ''), words);

/** Everything that axe finds on a page, as it is now, minor things too. */
export async function barriers(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((found) => `${found.id} (${found.impact}): ${found.nodes[0].html}`);
}

/** Ends everything; whether all tests passed. */
export async function close() {
  await browser.close();
  server.kill('SIGINT');
  return failed === 0;
}
