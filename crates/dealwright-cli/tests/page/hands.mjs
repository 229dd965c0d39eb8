// A game in the hands: clicked, dragged, walked through with the keys, touched.
import assert from 'node:assert/strict';
import { GAMES, api, desk, made, makeMove, noted, open, pictures, size, spot, squares, test, url } from './world.mjs';

/** Walks to a square with the arrow keys, whichever way the board is drawn, or to a button with the tab key, and presses it. */
async function reach(page, selector) {
  const passed = new Set();
  for (let n = 0; n < 60; n += 1) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute('data-square'));
    // Up and down first; whoever comes by a second time goes aside.
    const aside = passed.has(here);
    passed.add(here);
    const key = await page.evaluate(([selector, aside]) => {
      const [at, goal] = [document.activeElement, document.querySelector(selector)];
      if (at === goal) return null;
      if (!goal.classList.contains('spot')) return 'Tab';
      if (!at?.classList.contains('spot')) return 'ArrowUp';
      const [a, b] = [at, goal].map((spot) => spot.getBoundingClientRect());
      const isBeside = Math.abs(b.x - a.x) > 4;
      if (Math.abs(b.y - a.y) > 4 && !(aside && isBeside)) return b.y > a.y ? 'ArrowDown' : 'ArrowUp';
      return b.x > a.x ? 'ArrowRight' : 'ArrowLeft';
    }, [selector, aside]);
    if (key === null) return page.keyboard.press('Enter');
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} is not reached`);
}

for (const [game, id] of Object.entries(GAMES)) {
  const steps = await squares(id);
  await test(`${game} is solved by clicking`, async (page) => {
    await open(page, id);
    for (const [n, step] of steps.entries()) {
      await makeMove(page, step, n + 1);
    }
    await page.waitForSelector('dialog#won[open]');
    await page.waitForFunction(() => /No solution is shorter/.test(document.getElementById('won')?.textContent ?? ''));
    if (pictures) await page.screenshot({ path: `${pictures}/${game}-won.png` });
  });
  await test(`${game} is solved by the keyboard alone`, async (page) => {
    await open(page, id);
    for (const [n, step] of steps.entries()) {
      await makeMove(page, step, n + 1, (selector) => reach(page, selector));
    }
    await page.waitForSelector('dialog#won[open]');
    await page.keyboard.press('Escape');
    for (let n = steps.length; n > 0; n -= 1) {
      await page.keyboard.press('u');
      await made(page, n - 1);
    }
    for (let n = 1; n <= 2; n += 1) {
      await page.keyboard.press('Control+y');
      await made(page, n);
    }
    await page.keyboard.press('b');
    await made(page, 0);
    await page.keyboard.press('Control+z');
    await made(page, 2);
  });
  if (size === 'phone') await test(`${game} is solved by touch`, async (page) => {
    await open(page, id);
    for (const [n, step] of steps.entries()) {
      await makeMove(page, step, n + 1, (selector) => page.tap(selector));
    }
    await page.waitForSelector('dialog#won[open]');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
    if (pictures) await page.screenshot({ path: `${pictures}/${game}-phone-won.png` });
  });
  await test(`${game}: the hint ladder leads to the end`, async (page) => {
    await open(page, id);
    for (const words of [/Still solvable/, /Look at/, /Ask again for the whole solution/, /The whole solution/]) {
      await page.click('#hint');
      await page.waitForFunction((text) => new RegExp(text).test(document.getElementById('note')?.textContent ?? ''), words.source);
    }
    if (pictures) await page.screenshot({ path: `${pictures}/${game}-hint.png` });
    await page.click('#solve');
    await page.waitForFunction(() => document.getElementById('note')?.textContent === 'Solved!', null, { timeout: 30000 });
  });
}

await test('a piece is dragged, and an illegal box says why', async (page) => {
  await open(page, GAMES.boxoff);
  const [first] = await squares(GAMES.boxoff);
  await page.dragAndDrop(spot(first.from), spot(first.to));
  await made(page, 1);
  await page.keyboard.press('u');
  await made(page, 0);
  await page.click(spot('a1'));
  await page.click(spot('f3'));
  await page.waitForFunction(() => (document.getElementById('note')?.textContent ?? '').length > 10);
});

/** Fingers on the screen, as the browser gets them from the glass: also swipes that scroll. */
async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, x, y) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  return { touch };
}
const centre = async (page, square) => {
  const box = await page.locator(spot(square)).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

if (size === 'phone') await test('a swipe over the board scrolls, a held piece follows the finger', async (page) => {
  await open(page, GAMES.boxoff);
  await page.waitForFunction(() => document.documentElement.scrollHeight > innerHeight + 60);
  const [first] = await squares(GAMES.boxoff);
  const { touch } = await fingers(page);
  const [[fx, fy], [tx, ty]] = [await centre(page, first.from), await centre(page, first.to)];
  await touch('touchStart', fx, fy);
  await page.waitForSelector('.ghost');
  await page.waitForSelector(`${spot(first.to)}.target`);
  for (let n = 1; n <= 4; n += 1) await touch('touchMove', fx + (tx - fx) * n / 4, fy + (ty - fy) * n / 4);
  const [gx, gy] = (await page.$eval('.ghost', (ghost) => ghost.style.transform)).match(/[\d.]+/g).map(Number);
  assert.ok(Math.abs(gx - tx) < 3 && Math.abs(gy - ty) < 20, 'it is under the finger');
  assert.equal(await page.evaluate(() => scrollY), 0, 'a finger that holds a piece does not scroll');
  await touch('touchEnd');
  await made(page, 1);
  assert.equal(await page.locator('.ghost').count(), 0);
  const [x, y] = await centre(page, 'c2');
  await touch('touchStart', x, y);
  for (let n = 1; n <= 8; n += 1) await touch('touchMove', x, y - 14 * n);
  await touch('touchEnd');
  await page.waitForFunction(() => scrollY > 40);
  await made(page, 1);
  assert.equal(await page.textContent('#note'), '', 'a swipe is no move, not even a refused one');
}, null, { viewport: { width: 390, height: 560 } });

await test('a dragged piece is lifted, follows the pointer, and is put back by Escape', async (page) => {
  await open(page, GAMES.pretzel);
  const [first] = await squares(GAMES.pretzel);
  const [x, y] = await centre(page, first.from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 3 });
  await page.waitForSelector('.ghost');
  assert.equal(await page.locator('svg .lifted').count(), 1);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.ghost', { state: 'detached' });
  await page.mouse.up();
  await made(page, 0);
});

/** A game that was begun here with moves, without making them by hand. */
async function begun(page, id, moves) {
  await page.goto(`${url}#stats`);
  await page.waitForSelector('#export');
  await page.evaluate(([id, moves]) => localStorage.setItem(`dealwright.game.${id}`, JSON.stringify({ history: [moves], at: 0, time: 1 })), [id, moves]);
  await open(page, id);
  await made(page, moves.length);
}

/** What fingers can hit: the smallest side of all spaces, whether each is hit in its middle, and whether anything is too wide. */
const hit = (page) => page.evaluate(() => {
  const found = { smallest: Infinity, covered: [], buttons: Infinity, isWide: document.documentElement.scrollWidth > innerWidth, scrolls: false };
  for (const spot of document.querySelectorAll('.spot:not(.buried)')) {
    const box = spot.getBoundingClientRect();
    found.smallest = Math.min(found.smallest, box.width, box.height);
    spot.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = spot.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    if (there?.closest('.spot') !== spot) found.covered.push(spot.dataset.square);
  }
  for (const button of document.querySelectorAll('main button:not(.spot), header a, header button, main summary, main select')) {
    const { height } = button.getBoundingClientRect();
    if (height > 0) found.buttons = Math.min(found.buttons, height);
  }
  const scroller = document.querySelector('.scroller');
  found.scrolls = scroller.scrollWidth > scroller.clientWidth + 1;
  return found;
});

// Every game in its own size, and larger ones.
const SIZES = ['boxoff/ltiles~a@1', 'boxoff/ltiles?rows=6&colours=6~a@1', 'boxoff/abc~a@1', 'pretzel/banded~a@1', 'pretzel/shuffled?suits=4&ranks=9~a@1', 'pretzel/shuffled?suits=4&ranks=13~a@1', 'fujisan/dominoes~a@1', 'fujisan/shuffled~a@1',
  'blackhole/shuffled~a@1', 'golf/shuffled~a@1', 'klondike/shuffled~a@1'];
// A game of Klondike with runs on its columns.
const RUNS = ['klondike/shuffled?columns=5&ranks=8&suits=2~c@1', 'klondike/shuffled~a@1'];
if (size === 'phone') for (const [width, high, least] of [[390, 844, 44], [320, 568, 40], [844, 390, 44]]) {
  await test(`every space is at least ${least} px on a screen of ${width} by ${high} px`, async (page) => {
    for (const id of SIZES) {
      await page.goto(`${url}#play/${id}`);
      await page.waitForFunction((id) => document.querySelector('#id')?.textContent?.startsWith(id.split('/')[0]) && document.querySelector('.board .spot'), id);
      const found = await hit(page);
      assert.ok(found.smallest >= least - 0.5, `${id}: ${found.smallest}`);
      assert.deepEqual(found.covered, [], `${id}: hit in its middle`);
      assert.ok(found.buttons >= 39.5, `${id}: a button of ${found.buttons}`);
      assert.ok(!found.isWide, `${id}: wider than the screen`);
      if (/13|fujisan|blackhole/.test(id) || width > 360 && id.startsWith('klondike')) assert.ok(!found.scrolls, `${id} need not be pushed sideways`);
    }
    // Later in a game, too, when cards lie on cards that can be taken along.
    let along = 0;
    for (const seed of RUNS) {
      const { id } = await api('position', { id: seed, moves: [] });
      const { line } = await api('hint', { id, moves: [] });
      for (const part of [0.3, 0.5, 0.7]) {
        await begun(page, id, line.slice(0, Math.floor(part * line.length)));
        const found = await hit(page);
        // Covered cards that can be taken: more of them is drawn than can be touched.
        along += await page.$$eval('.board .piece', (pieces) => pieces.filter((piece) => {
          const own = piece.querySelector('.hit');
          return own && piece.getBoundingClientRect().height > own.getBoundingClientRect().height + 4;
        }).length);
        assert.ok(found.smallest >= least - 0.5, `${id} after ${part}: ${found.smallest}`);
        assert.deepEqual(found.covered, [], `${id} after ${part}: hit in its middle`);
        assert.ok(!found.isWide);
      }
    }
    assert.ok(along > 3, `runs were among them: ${along}`);
  }, null, { viewport: { width, height: high } });
}

if (size === 'phone') await test('a finger on a card that cannot be taken means what lies on it, and any card of a stock draws', async (page) => {
  const id = 'golf:4S5H/3S2S/AS2H/AH3H4H5S';
  await open(page, id);
  const under = await page.locator('.spot.buried').first().boundingBox();
  const { legal } = await api('position', { id, moves: [] });
  const top = await page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest('.spot').dataset.square, [under.x + under.width / 2, under.y + under.height / 2]);
  assert.ok(!(await page.getAttribute(spot(top), 'class')).includes('buried'));
  const dealt = await api('position', { id: 'klondike/shuffled~a@1', moves: [] });
  await open(page, dealt.id);
  const draw = dealt.legal.find((legal) => !legal.to);
  assert.ok(draw.lifted.length === 24 && draw.lifted.includes(draw.from), JSON.stringify(draw));
  await page.tap(spot(draw.from));
  await made(page, 1);
  const stock = await page.$$eval('.spot:not(.buried)', (spots) => spots.map((spot) => spot.dataset.square));
  const last = draw.lifted.filter((square) => stock.includes(square)).at(-2);
  await page.tap(spot(last));
  await made(page, 2);
  assert.equal(await page.textContent('#line'), 'draw draw');
  assert.ok(legal.length > 0);
});

await test('what lies on a card is lifted with it', async (page) => {
  const { id } = await api('position', { id: 'klondike/shuffled?columns=5&ranks=8&suits=2~c@1', moves: [] });
  const { line } = await api('hint', { id, moves: [] });
  let at = 0;
  let along = null;
  for (; at < line.length && !along; at += 1) {
    const { legal } = await api('position', { id, moves: line.slice(0, at) });
    along = legal.find((legal) => legal.to && legal.lifted.length > 1);
  }
  assert.ok(along, 'somewhere in that game a run can be moved');
  await begun(page, id, line.slice(0, at - 1));
  const [x, y] = await page.locator(spot(along.from)).boundingBox().then((box) => [box.x + box.width / 2, box.y + box.height / 4]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 3 });
  await page.waitForSelector('.ghost');
  assert.equal(await page.locator('svg .lifted').count(), along.lifted.length);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await made(page, at - 1);
});

await test('a refusal names its squares on the board, and goes with the next move', async (page) => {
  await open(page, GAMES.boxoff);
  const [first] = await squares(GAMES.boxoff);
  await page.click(spot('a1'));
  await page.click(spot('f3'));
  await noted(page, '.');
  await page.waitForSelector(`${spot('a1')}.refused`);
  await page.click(spot(first.from));
  await page.click(spot(first.to));
  await made(page, 1);
  assert.equal(await page.textContent('#note'), '');
  assert.equal(await page.locator('.refused').count(), 0);
});

await test('where nothing lies nothing can be picked up', async (page) => {
  await open(page, 'pretzel:4D--4S--/4H3H--2S/2H3D2D3S');
  await page.click(spot('b3'));
  await noted(page, 'Nothing lies on b3');
  assert.equal(await page.locator('.taken').count(), 0);
});

await test('marks can be turned off, and a board is dark where the screen is', async (page) => {
  await open(page, GAMES.boxoff);
  const dot = () => page.evaluate(() => getComputedStyle(document.querySelector('.spot.can'), '::after').display);
  assert.notEqual(await dot(), 'none');
  await page.click('#options summary');
  await page.uncheck('#set-marks');
  assert.equal(await dot(), 'none');
  await page.reload();
  await page.waitForSelector('.spot.can');
  assert.equal(await dot(), 'none', 'it is remembered');
  const felt = () => page.evaluate(() => getComputedStyle(document.querySelector('.board svg .paper')).fill.match(/\d+/g).map(Number).reduce((sum, part) => sum + part, 0));
  assert.ok(await felt() > 600);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.ok(await felt() < 200);
});

await test('outlines of tiles and dominoes stay while a game is played', async (page) => {
  await page.goto(`${url}#play/boxoff/ltiles~welcome@1`);
  await page.waitForSelector('.board .outline');
  await page.goto(`${url}#play/fujisan/dominoes~welcome@1`);
  await page.waitForFunction(() => document.querySelectorAll('.board .ivory').length === 12);
});

await test('names are spoken in full, and what stands beside the board is told', async (page) => {
  await open(page, 'pretzel:4D--4S--/4H3H--2S/2H3D2D3S');
  assert.match(await page.getAttribute(spot('a3'), 'aria-label'), /^a3: four of diamonds/);
  assert.match(await page.textContent('#beside'), /row 1 from the top: ace of spades.*row 3 from the top: ace of diamonds/);
});

if (desk === 'server') await test('with slow answers no move is lost', async (page) => {
  await open(page, GAMES.boxoff);
  const steps = await squares(GAMES.boxoff);
  await page.route('**/api/position', async (route) => { await new Promise((resolve) => setTimeout(resolve, 400)); await route.continue(); });
  for (const step of steps.slice(0, 3)) { await page.click(spot(step.from)); await page.click(spot(step.to)); }
  await made(page, 3);
  assert.equal(await page.textContent('#line'), steps.slice(0, 3).map((step) => step.move).join(' '));
});

await test('a dead end tells where it was lost and why, and one tap leads back', async (page) => {
  // A way to a dead end: the last move there is, again and again, after one of the first.
  let steps = [];
  for (let first = 0; first < 20; first += 1) {
    const line = [];
    steps = [];
    for (;;) {
      const { legal, solved } = await api('position', { id: GAMES.boxoff, moves: line });
      if (solved) break;
      if (legal.length === 0) { first = 20; break; }
      const step = legal[line.length === 0 ? first % legal.length : legal.length - 1];
      steps.push(step);
      line.push(step.move);
    }
  }
  await open(page, GAMES.boxoff);
  for (const [n, step] of steps.entries()) {
    await page.click(spot(step.from));
    await page.click(spot(step.to));
    await made(page, n + 1);
  }
  await noted(page, 'No move is left. It was lost by move \\d+');
  await page.waitForSelector('#why');
  const at = Number((await page.textContent('#note')).match(/before move (\d+)/)[1]);
  await page.click('#back-there');
  await made(page, at - 1);
});

if (desk === 'server') await test('an answer that fails can be asked for again, and the board stays', async (page) => {
  await open(page, GAMES.boxoff);
  const [first] = await squares(GAMES.boxoff);
  await page.route('**/api/position', (route) => route.abort());
  await page.click(spot(first.from));
  await page.click(spot(first.to));
  await noted(page, 'The server does not answer');
  await page.waitForSelector('.board .spot');
  await page.unroute('**/api/position');
  await page.click('#try-again');
  await made(page, 1);
}, /Failed to load resource/);
