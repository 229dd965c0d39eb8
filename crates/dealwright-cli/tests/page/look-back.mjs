// Looking back on a game: crossroads, where it was lost, and what nobody knows.
import assert from 'node:assert/strict';
import { GAMES, spot, made, looked, api, dealt, test, open, answering, win, desk, size, pictures } from './world.mjs';

await test(`a game is looked back on to its end, and nothing is said of what was not looked at`, async (page) => {
  const pieces = [
    { shortest: null, positions: 6, crossroads: [{ after: 1, choices: 4, losing: ['a1b1'], undecided: [] }], next: { after: 1, choice: 2 } },
    { shortest: null, positions: 6, crossroads: [{ after: 1, choices: 4, losing: ['c1d1'], undecided: ['e1f1'] }], next: { after: 3, choice: 0 } },
  ];
  const asked = [];
  let rest = () => {};
  await answering(page, 'game', async ({ from }) => {
    asked.push(from);
    if (pieces.length > 0) return pieces.shift();
    await new Promise((resolve) => { rest = resolve; });
    return { error: 'the server is busy' };
  });
  await win(page, GAMES.boxoff);
  await looked(page, 'Looking back: 3 of 9 positions so far');
  assert.deepEqual(asked, [{ after: 0, choice: 0 }, { after: 1, choice: 2 }, { after: 3, choice: 0 }], 'each piece goes on where the last one ended');
  assert.match(await page.textContent('#crossroads'), /After move 1: 2 of 4 moves would have lost, 1 more is undecided/);
  if (pictures) await page.screenshot({ path: `${pictures}/looking-back-${size}.png` });
  rest();
  await looked(page, 'Only 3 of 9 positions were examined: the server is busy. Nothing is known about the others');
  if (pictures) await page.screenshot({ path: `${pictures}/looked-back-${size}.png` });
  pieces.push({ shortest: null, positions: 9, crossroads: [], next: null });
  await page.click('#look-on');
  await looked(page, 'All 9 positions were examined. Where it says undecided, a limit ran out');
  assert.ok(!/Nothing could have gone wrong/.test(await page.textContent('#won')));
}, /400/);

await test('the look back that was closed can be opened again', async (page) => {
  await win(page, GAMES.boxoff);
  await looked(page, 'All 9 positions were examined');
  const words = await page.textContent('#crossroads');
  await page.keyboard.press('Escape');
  await page.click('#look-back');
  await page.waitForSelector('dialog#won[open]');
  await looked(page, 'All 9 positions were examined');
  assert.equal(await page.textContent('#crossroads'), words);
});

await test('that nothing could have gone wrong is said only when everything was looked at', async (page) => {
  let next = { after: 0, choice: 1 };
  await answering(page, 'game', async () => ({ shortest: null, positions: 9, crossroads: [], next }));
  await win(page, GAMES.boxoff);
  await looked(page, 'Looking back: 0 of 9');
  assert.ok(!/Nothing could have gone wrong/.test(await page.textContent('#won')));
  next = null;
  await looked(page, 'No other move on your way would have lost');
});

if (desk === 'server') await test('a long game is looked back on in pieces that come to the whole', async () => {
  const { id } = await dealt({ setup: 'pretzel/random-suits', options: { ranks: '13' }, seed: 'e' });
  const { line } = await api('hint', { id, moves: [] });
  const roads = new Map();
  let pieces = 0;
  for (let from = { after: 0, choice: 0 }; from; pieces += 1) {
    const found = await api('game', { id, moves: line, from });
    assert.equal(found.positions, line.length);
    for (const road of found.crossroads) {
      const known = roads.get(road.after) ?? new Set();
      roads.set(road.after, known);
      for (const move of [...road.losing, ...road.undecided]) {
        assert.ok(!known.has(move), 'no move comes twice');
        known.add(move);
      }
    }
    if (found.next) assert.ok(found.next.after > from.after || found.next.choice > from.choice, 'it goes on');
    from = found.next;
  }
  console.log(`   ${line.length} positions in ${pieces} pieces, ${roads.size} crossroads`);
  // Some of them are checked one by one: whoever plays a losing move has lost.
  for (const after of [...roads.keys()].slice(-3)) {
    for (const move of roads.get(after)) assert.notEqual((await api('hint', { id, moves: [...line.slice(0, after), move] })).verdict, 'solvable');
  }
});

await test('what the limits leave open is called undecided, never unsolvable or unknown to everybody', async (page) => {
  const reason = 'the limit of 1,000,000 states ran out';
  await answering(page, 'hint', async () => ({ verdict: 'undecided', reason, line: [], shortest: false, from: null, to: null }));
  await answering(page, 'lost', async () => ({ verdict: 'unsolvable', reason, lost_at: null, between: [3, 7], known: false }));
  await open(page, GAMES.boxoff);
  const note = (words) => page.waitForFunction((words) => new RegExp(words).test(document.getElementById('note')?.textContent ?? ''), words);
  await page.click('#hint');
  await note('^Undecided: the limit of 1,000,000 states ran out before');
  await page.click('#lost');
  await note('No solution is left. It was lost by one of the moves 3 to 7; which one is undecided: the limit');
  await page.click('#solve');
  await note('^Undecided: the limit');
});

await test('a lost game goes back to where it was lost', async (page) => {
  await open(page, GAMES.boxoff);
  for (const [n, pair] of [['e1', 'f1'], ['b2', 'c2']].entries()) {
    await page.click(spot(pair[0]));
    await page.click(spot(pair[1]));
    await made(page, n + 1);
  }
  await page.keyboard.press('h');
  await page.waitForFunction(() => /No solution is left/.test(document.getElementById('note')?.textContent ?? ''));
  await page.keyboard.press('l');
  await page.waitForFunction(() => /Lost by move 2, b2c2/.test(document.getElementById('note')?.textContent ?? ''));
  await made(page, 1);
  await page.reload();
  await made(page, 1);
});
