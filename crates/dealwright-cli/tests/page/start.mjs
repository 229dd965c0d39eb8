// Choosing, dealing, keeping: what comes before and after a game.
import assert from 'node:assert/strict';
import { GAMES, SIZE, answering, api, barriers, desk, made, open, pictures, size, spot, squares, test, url, win } from './world.mjs';

await test('there is a board to play on at once, and every game is one tap away', async (page) => {
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot.can');
  if (pictures) await page.screenshot({ path: `${pictures}/home-${size}.png` });
  const fold = await page.evaluate(() => document.querySelector('#stage .board').getBoundingClientRect().bottom <= innerHeight && document.getElementById('deal').getBoundingClientRect().bottom <= innerHeight);
  assert.ok(fold, 'the board and Deal are seen without scrolling');
  assert.equal(await page.getAttribute('header a[aria-current]', 'href'), '#choose');
  for (const name of ['fujisan', 'pretzel', 'boxoff']) {
    await page.check(`#game-${name}`, { force: true });
    await page.waitForFunction((name) => document.getElementById('id')?.textContent?.startsWith(`${name}:`) && document.querySelector('#stage .spot.can'), name);
    const rated = await api('rate', { id: await page.textContent('#id') });
    assert.equal(rated.level, 'gentle', 'a first game is an easy one');
  }
});

await test('a game is chosen and dealt at a level, and the choice is remembered', async (page) => {
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot');
  await page.check('#game-fujisan', { force: true });
  await page.waitForFunction(() => document.getElementById('id')?.textContent?.startsWith('fujisan:'));
  await page.click('#more-kinds summary');
  await page.selectOption('#have', 'dominoes');
  await page.selectOption('#level', 'steady');
  await page.click('#deal');
  await page.waitForFunction(() => location.hash.startsWith('#play/fujisan/dominoes~') && document.querySelector('.board .spot'), null, { timeout: 20000 });
  await page.waitForFunction(() => /Dominoes.*level: steady/.test(document.getElementById('facts')?.textContent ?? ''));
  const id = await page.textContent('#id');
  const rated = await api('rate', { id });
  assert.equal(rated.level, 'steady');
  await page.waitForFunction((n) => document.getElementById('count')?.textContent === `0 moves made. The shortest solution has ${n}.`, rated.length);
  assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('spot')), 'the keyboard is on the board after a deal');
  const first = page.url();
  await page.keyboard.press('n');
  await page.waitForFunction((first) => location.href !== first, first);
  await page.waitForSelector('.board .spot');
  await page.goBack();
  await page.goBack();
  await page.waitForSelector('#level');
  assert.equal(await page.inputValue('#level'), 'steady');
  assert.ok(await page.isChecked('#game-fujisan'));
  assert.equal(await page.inputValue('#have'), 'dominoes');
});

await test('sizes, rules, pieces that nobody has, and an ID: every kind can be asked for', async (page) => {
  await page.goto(`${url}#choose/pretzel`);
  await page.waitForSelector('#stage .board .spot');
  await page.click('#more-kinds summary');
  await page.selectOption('#setup', 'pretzel/shuffled');
  assert.equal(await page.$eval('#size-ranks', (sizes) => sizes.lastElementChild.textContent), '13');
  await page.selectOption('#size-ranks', '5');
  await page.check('#rule-free-rows');
  await page.selectOption('#level', '');
  await page.click('#deal');
  await page.waitForFunction(() => document.getElementById('id')?.textContent?.startsWith('pretzel.free-rows:'), null, { timeout: 30000 });
  await page.waitForFunction(() => /4 suits, 5 ranks, rules free-rows/.test(document.getElementById('facts')?.textContent ?? ''));
  await page.goto(`${url}#choose/boxoff`);
  await page.waitForSelector('#stage .board .spot');
  await page.selectOption('#have', 'dominoes').catch(async () => { await page.click('#more-kinds summary'); await page.selectOption('#have', 'dominoes'); });
  assert.match(await page.textContent('#setup-about'), /None of the setups of BoxOff can be laid out with that alone/);
  assert.ok(await page.isDisabled('#deal'));
  await page.fill('#id-box', 'boxoff:ABA');
  await page.click('#open-id button');
  await page.waitForFunction(() => /odd number/.test(document.getElementById('id-problem')?.textContent ?? ''));
  await page.fill('#id-box', 'boxoff:ab/ab');
  await page.click('#open-id button');
  await page.waitForFunction(() => document.getElementById('id')?.textContent === 'boxoff:AB/AB');
}, /400/);

await test('what a search for a rare deal passes by is told', async (page) => {
  let asked = 0;
  await answering(page, 'deal', async () => { asked += 1; return { id: null, seed_id: null, level: null, next: 40 * asked, passed: { unsolvable: 30, steady: 10 } }; });
  await page.goto(`${url}#play/${GAMES.boxoff}`);
  await page.evaluate(() => { localStorage.setItem('dealwright.home', JSON.stringify({ boxoff: 'boxoff:BBWBBW/BYYYWB/YWWWYY' })); location.hash = '#choose'; });
  await page.waitForSelector('#stage .board .spot');
  await page.click('#deal');
  await page.waitForFunction(() => /none of [\d,]+ is gentle \([\d,]+ unsolvable, [\d,]+ steady\)/.test(document.getElementById('finding')?.textContent ?? ''));
  await page.waitForFunction(() => /may be very rare/.test(document.getElementById('finding')?.textContent ?? ''));
  await page.waitForSelector('#skip');
});

if (desk === 'server') await test('a server that is gone is said, and asked again by one tap', async (page) => {
  await page.goto(`${url}#stats`);
  await page.waitForSelector('#export');
  await page.route('**/api/runs', (route) => route.abort());
  await page.click('a[href="#study"]');
  await page.waitForFunction(() => /The server does not answer/.test(document.querySelector('[role=alert]')?.textContent ?? ''));
  await page.unroute('**/api/runs');
  await page.click('#retry');
  await page.waitForSelector('#study-begin');
}, /Failed to load resource/);

for (const scheme of ['light', 'dark']) await test(`every screen is free of barriers (${scheme})`, async (page) => {
  // With what only that screen has.
  const screens = [
    ['#choose', '#stage .board .spot'], ...Object.values(GAMES).map((id) => [`#play/${id}`, `main:not(:has(#stage)) .board .spot`, id]), ['#daily', '.dailies'], ['#stats', '#export'],
    ['#table', '#table-setup'], ['#table/blackhole/shuffled', '.entry .fixed'], ['#learn/pretzel', '#lesson-title'], ['#learn/klondike', '#lesson-title'], ['#study', '#elsewhere, #study-begin'], ['#design', '#bench .square'], ['#people', '#agree'], ['#play/boxoff:ABA', '[role=alert]'],
  ];
  for (const [hash, wanted, id] of screens) {
    await page.goto(`${url}${hash}`);
    await page.waitForSelector(wanted);
    if (id) await page.waitForFunction((id) => document.getElementById('id')?.textContent === id, id);
    await page.waitForTimeout(150);
    assert.deepEqual(await barriers(page), [], hash);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= SIZE.viewport.width, `${hash} is wider than the screen`);
  }
  await page.goto(`${url}#play/${GAMES.boxoff}`);
  await page.click('#rules');
  await page.waitForSelector('.lesson .board svg');
  assert.deepEqual(await barriers(page), [], 'the rules');
  await page.keyboard.press('Escape');
  await page.click('#share');
  await page.waitForSelector('#sharing[open]');
  assert.deepEqual(await barriers(page), [], 'the code');
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.getElementById('keys').showModal());
  assert.deepEqual(await barriers(page), [], 'the keys');
  await page.keyboard.press('Escape');
  await win(page, GAMES.boxoff);
  await page.click('#roads summary');
  assert.deepEqual(await barriers(page), [], 'a game that is won');
}, /400/, { colorScheme: scheme });

await test('the first thing that the Tab key reaches leads past the header', async (page) => {
  await page.goto(`${url}#stats`);
  await page.waitForSelector('#export');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'skip-link');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'view');
  assert.match(page.url(), /#stats$/);
});

await test('letters typed elsewhere are no commands, and fast fingers lose nothing', async (page) => {
  await open(page, GAMES.boxoff);
  const steps = await squares(GAMES.boxoff);
  await page.route('**/api/position', async (route) => { await new Promise((resolve) => setTimeout(resolve, 150)); await route.continue(); });
  for (const square of [steps[0].from, steps[0].to, steps[1].from, steps[1].to]) await page.click(spot(square));
  await made(page, 2);
  assert.equal(await page.textContent('#line'), `${steps[0].move} ${steps[1].move}`);
  await page.unroute('**/api/position');
  await page.click('a[href="#design"]');
  await page.waitForSelector('#bench .square');
  await page.click('#to-file');
  await page.fill('#design-text', '');
  await page.type('#design-text', 'rules = ["blush"] hzlun');
  assert.equal(await page.inputValue('#design-text'), 'rules = ["blush"] hzlun');
});

await test('odd things in the browser\'s memory and in the address do no harm', async (page) => {
  await page.goto(url);
  await page.evaluate(() => {
    localStorage.setItem('dealwright.last', '{bad');
    for (const [n, value] of ['5', '{}', '{"history":[],"at":0}', '{"history":[[1]],"at":7}'].entries()) localStorage.setItem(`dealwright.game.boxoff:AA${n}`, value);
    localStorage.setItem('dealwright.game.boxoff:BBWBBW/BYYYWB/YWWWYY', '{"history":[["zz"]],"at":0}');
  });
  await page.reload();
  await page.waitForSelector('#stage .board .spot');
  await open(page, GAMES.boxoff);
  await made(page, 0);
  await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error('full'); }; });
  const [first] = await squares(GAMES.boxoff);
  await page.click(spot(first.from));
  await page.click(spot(first.to));
  await made(page, 1);
  await page.goto(`${url}#play/%zz`);
  await page.waitForSelector('[role=alert]');
});

await test('a hard challenge is hunted for, and the gallery leads to known ones', async (page) => {
  await page.goto(`${url}#choose`);
  await page.check('#game-fujisan', { force: true });
  await page.waitForFunction(() => document.getElementById('id')?.textContent?.startsWith('fujisan:'));
  await page.click('#more-kinds summary');
  await page.click('#hard');
  await page.waitForSelector('#stop-climb');
  await page.waitForFunction(() => /so far at least \d+ moves/.test(document.querySelector('#finding')?.textContent ?? ''), null, { timeout: 30000 });
  await page.click('#stop-climb');
  await page.click('#hardest summary');
  await page.click('#gallery a');
  await page.waitForSelector('#board, .board');
  assert.match(await page.textContent('#id') ?? '', /^[a-z]+/);
});

await test('a shared link opens the same challenge and another game is not overwritten', async (page) => {
  await open(page, GAMES.fujisan);
  const [first] = await squares(GAMES.fujisan);
  await page.click(spot(first.from));
  await page.click(spot(first.to));
  await made(page, 1);
  await open(page, GAMES.boxoff);
  await made(page, 0);
  await page.click('header nav a');
  await page.waitForSelector('#your-games a[href*="fujisan"]');
  await page.click('#your-games a[href*="fujisan"]');
  await made(page, 1);
});

await test('another deal after a link is one of the same setup and sizes', async (page) => {
  await page.goto(`${url}#play/boxoff/ltiles?rows=6&colours=6~hello@1`);
  await page.waitForSelector('.board .spot');
  await page.click('#another');
  await page.waitForFunction(() => location.hash.startsWith('#play/boxoff/ltiles?') && !location.hash.includes('hello') && /6 rows, 6 columns, 6 colours/.test(document.getElementById('facts')?.textContent ?? ''));
});
