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
