// Coming back every day: the challenge of the day, what was played, and taking it along.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { GAMES, answering, barriers, dealt, made, open, pictures, size, spot, squares, test, url, win } from './world.mjs';

const today = () => new Date().toISOString().slice(0, 10);

/** Plays a challenge that is on the board to its end. */
async function solve(page, id) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [n, step] of (await squares(id)).entries()) {
    await page.click(spot(step.from));
    await page.click(spot(step.to));
    await made(page, n + 1);
  }
  await page.waitForSelector('dialog#won[open]');
}

await test('the challenge of the day is the first deal of its level from the seed of the date', async (page) => {
  await page.goto(`${url}#daily`);
  await page.click('[data-daily="boxoff/gentle"]');
  await page.waitForSelector('.board .spot');
  const found = await dealt({ setup: 'boxoff/ltiles', level: 'gentle', seed: `daily-${today()}` });
  assert.equal(await page.textContent('#id'), found.id);
  assert.match(await page.textContent('#facts'), new RegExp(`L-Tiles.*gentle.*daily challenge of ${today()}`));
  await solve(page, found.id);
  assert.match(await page.textContent('#won-daily'), /1 day in a row/);
  if (pictures) await page.screenshot({ path: `${pictures}/daily-won-${size}.png` });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => { window.said = ''; const write = async (words) => { window.said = words; }; Object.defineProperty(navigator, 'clipboard', { value: { writeText: write } }); Object.defineProperty(navigator, 'share', { value: async ({ text }) => { window.said = text; } }); });
  await page.click('#share-result');
  await page.waitForFunction(() => window.said);
  const said = await page.evaluate(() => window.said);
  assert.match(said, new RegExp(`^Dealwright daily ${today()}: BoxOff, L-Tiles, gentle\\. Solved in \\d+ moves.*without hints\\.\\n.*#daily/${today()}/boxoff/gentle$`));
  for (const step of await squares(found.id)) assert.ok(!said.includes(step.move), 'no move is given away');
  await page.click('#next');
  await page.waitForSelector('[data-daily="boxoff/gentle"].is-solved');
  assert.match(await page.textContent('#streak'), /^1 day in a row/);
  await page.goto(`${url}#daily/2999-01-01/boxoff/gentle`);
  await page.waitForFunction(() => /can be played from that day on/.test(document.querySelector('[role=alert]')?.textContent ?? ''));
});

await test('where no deal of the day has a level that is said, and the others are offered meanwhile', async (page) => {
  const asked = [];
  let found = null;
  await answering(page, 'deal', async ({ start, seed, level }) => {
    asked.push([seed, level]);
    if (start >= 1500) return found ?? { id: null, seed_id: null, level: null, next: start + 700, passed: { fiendish: 400, unsolvable: 300 } };
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { id: null, seed_id: null, level: null, next: start + 500, passed: { fiendish: 200, unsolvable: 300 } };
  });
  await page.goto(`${url}#daily/2026-03-01/boxoff/gentle`);
  await page.waitForFunction(() => /^None of the first 2,000 deals is gentle \(1,200 unsolvable, 1,000 fiendish\)/.test(document.querySelector('main [role=status]')?.textContent ?? ''));
  assert.equal(await page.getAttribute('#other-levels a', 'href'), '#daily/2026-03-01/boxoff/fiendish');
  assert.ok(asked.every(([seed, level]) => seed === 'daily-2026-03-01' && level === 'gentle'));
  // One that lies beyond that number is none either, whoever comes so far in one answer.
  found = { id: 'boxoff:AABB', seed_id: 'boxoff/ltiles~daily-2026-03-01.2000@1', level: 'gentle', next: 2001, passed: {} };
  await page.goto(`${url}#daily`);
  await page.goto(`${url}#daily/2026-03-01/boxoff/gentle`);
  await page.waitForFunction(() => /^None of the first 2,000 deals is gentle/.test(document.querySelector('main [role=status]')?.textContent ?? ''));
});

await test('what was played is counted, and goes along as a file', async (page) => {
  await win(page, GAMES.boxoff);
  await page.waitForFunction(() => /9 moves\. No solution is shorter\. 0:\d\d, no hints/.test(document.getElementById('won-best')?.textContent ?? ''));
  await page.keyboard.press('Escape');
  await open(page, GAMES.fujisan);
  await page.click('#hint');
  const [first] = await squares(GAMES.fujisan);
  await page.click(spot(first.from));
  await page.click(spot(first.to));
  await made(page, 1);
  await page.goto(`${url}#stats`);
  await page.waitForSelector('#by-level');
  const rows = await page.$$eval('#by-level tbody tr', (rows) => rows.map((row) => [...row.children].slice(0, 5).map((cell) => cell.textContent)));
  assert.deepEqual(rows.map((row) => [row[0], ...row.slice(2)]), [['BoxOff', '1', '1', '1'], ['Fujisan', '1', '0', '0']]);
  if (pictures) await page.screenshot({ path: `${pictures}/stats-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export')]);
  const file = await download.path();
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).dealwright, 1);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.waitForFunction(() => /Nothing was played/.test(document.getElementById('view')?.textContent ?? ''));
  await page.setInputFiles('#import', { name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await page.waitForFunction(() => /was not exported from Dealwright/.test(document.getElementById('stats-note')?.textContent ?? ''));
  await page.setInputFiles('#import', file);
  await page.waitForSelector('#by-level');
  assert.match(await page.textContent('#stats-note'), /Taken in: 2 games/);
  await page.goto(`${url}#choose`);
  await page.waitForSelector('#your-games a');
  assert.match(await page.textContent('#your-games'), /Fujisan, 12 steps.*1 move made/);
});

await test('days in a row are counted', async (page) => {
  await page.goto(url);
  const found = await page.evaluate(async () => {
    const { streak } = await import(new URL('page/habits.js', document.baseURI).href);
    const line = (day, more = {}) => ({ id: day, game: 'x', setup: '', level: '', begun: 0, ended: Date.parse(`${day}T10:00:00Z`), moves: 1, spent: 1, hints: 0, shown: false, daily: day, ...more });
    const log = [line('2026-02-26'), line('2026-02-27'), line('2026-02-28'), line('2026-03-01'), line('2026-03-03'), line('2026-03-04', { shown: true }), line('2026-03-05', { ended: Date.parse('2026-03-06T01:00:00Z') })];
    return ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05'].map((today) => streak(log.filter((line) => line.daily <= today), today));
  });
  assert.deepEqual(found, [{ now: 4, best: 4 }, { now: 4, best: 4 }, { now: 1, best: 4 }, { now: 0, best: 4 }]);
});

await test('the clock can be hidden and stands still in a game that is solved', async (page) => {
  await open(page, GAMES.boxoff);
  await page.waitForFunction(() => document.getElementById('clock')?.textContent !== '0:00');
  await page.click('#options summary');
  await page.uncheck('#set-clock');
  assert.ok(await page.isHidden('#clock'));
  await page.check('#set-clock');
  await solve(page, GAMES.boxoff);
  const time = await page.textContent('#clock');
  await page.waitForTimeout(1300);
  assert.equal(await page.textContent('#clock'), time);
});

await test('two tabs with one game do not overwrite each other', async (page) => {
  // A tab in the background paints nothing: it is looked at by the clock.
  const madeIn = (tab, n) => tab.waitForFunction((n) => document.getElementById('count')?.textContent?.startsWith(`${n} move`), n, { polling: 50 });
  const steps = await squares(GAMES.boxoff);
  await open(page, GAMES.boxoff);
  const other = await page.context().newPage();
  await open(other, GAMES.boxoff);
  await page.bringToFront();
  await page.click(spot(steps[0].from));
  await page.click(spot(steps[0].to));
  await madeIn(page, 1);
  await madeIn(other, 1);
  await other.bringToFront();
  await other.click(spot(steps[1].from));
  await other.click(spot(steps[1].to));
  await madeIn(other, 2);
  await madeIn(page, 2);
  await page.reload();
  await madeIn(page, 2);
});
