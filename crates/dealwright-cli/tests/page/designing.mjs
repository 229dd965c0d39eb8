// Setups under a designer's hands.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { test, desk, size, pictures, url, barriers } from './world.mjs';

/** Opens a built-in setup on the design screen. */
async function start(page, setup = 'boxoff/ltiles') {
  await page.goto(`${url}#design`);
  await page.waitForSelector('#bench .steps');
  if (await page.inputValue('#design-setup') !== setup) await page.selectOption('#design-setup', setup);
  await page.waitForFunction((setup) => document.getElementById('design-text').value.includes(`"${setup.split('/')[0]}"`) && document.getElementById('design-setup').value === setup, setup);
  await page.waitForSelector('#pin:not([disabled])', { timeout: 60000 });
}
const file = (page) => page.inputValue('#design-text');
const square = (piece, cell) => `[data-focus="cell-tiles-${piece}-0-${cell}"]`;
const becomes = (page, words) => page.waitForFunction((words) => document.getElementById('design-text').value.includes(words), words, { timeout: 30000 });
/** The whole of the screen is as wide as the window. */
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

await test(`squares are painted, the meter moves, a broken file is pointed at`, async (page) => {
  await start(page);
  const solvable = () => page.textContent('[data-name="solvable"]');
  await page.waitForFunction(() => Number(document.querySelector('.meter p')?.textContent?.split(' ')[0]) > 300, null, { timeout: 60000 });
  const first = await solvable();
  await page.click('#pin');
  await page.waitForSelector('#pinned td');
  const before = await file(page);
  // Two squares are exchanged: the second tool does it without dragging.
  await page.click('[data-tool="swap"]');
  await page.click(square(0, 2));
  await page.click(square(3, 0));
  await becomes(page, '"AAB", "AAC", "BBC", "BBD"');
  await page.click(square(0, 1));
  await page.click(square(2, 0));
  await page.waitForFunction((before) => document.getElementById('design-text').value !== before, before);
  assert.match(await file(page), /"ABB", "AAC", "ABC", "BBD"/);
  assert.equal((await file(page)).split('\n').filter((line) => line.includes('#')).length, before.split('\n').filter((line) => line.includes('#')).length, 'comments stay');
  await page.waitForFunction(() => /before/.test(document.querySelector('[data-name="solvable"]')?.textContent ?? ''), null, { timeout: 60000 });
  assert.notEqual(await solvable(), first);
  await page.waitForSelector('.samples svg', { timeout: 60000 });
  if (pictures) await page.screenshot({ path: `${pictures}/design-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  assert.ok(await fits(page));
  // Undo is without end, and knows no difference between the hand and the file.
  await page.click('#to-file');
  await page.fill('#design-text', (await file(page)).replace('shuffle = "all"', 'shuffel = "all"'));
  await page.waitForFunction(() => /did you mean 'shuffle'/.test(document.getElementById('design-error')?.textContent ?? ''));
  await page.click('#design-error button');
  const at = await page.evaluate(() => { const text = document.getElementById('design-text'); return text.value.slice(text.selectionStart).split('\n').slice(0, 2).join('\n'); });
  assert.match(at, /shuffel/, 'the cursor is on the step that is wrong');
  assert.deepEqual(await barriers(page), []);
  await page.keyboard.press('Control+z');
  await becomes(page, 'shuffle = "all"');
  await page.keyboard.press('Control+z');
  await becomes(page, before);
  assert.equal(await file(page), before, 'the same bytes');
  await page.keyboard.press('Control+Shift+z');
  await becomes(page, '"ABB"');
  await page.click('#redo');
  await becomes(page, 'shuffel');
});

await test('steps are changed by menus and put into another order, by hand and in the file', async (page) => {
  await start(page, 'pretzel/banded');
  const steps = () => page.locator('#steps > li').count();
  assert.equal(await steps(), 4);
  assert.match(await page.textContent('#steps'), /Sort the 16 cards by suit into 4 piles/);
  await page.click('#steps > li:nth-child(3) summary');
  await page.selectOption('[data-focus="step-2-along"]', { label: 'rows' });
  await becomes(page, 'deal = { piles = "in order", along = "rows" }');
  await page.selectOption('[data-focus="step-2-piles"]', { label: 'in turn' });
  await becomes(page, 'deal = { piles = "in turn", along = "rows" }');
  await page.waitForFunction(() => /from the piles in turn/.test(document.getElementById('steps')?.textContent ?? ''));
  const before = await file(page);
  if (size === 'desktop') {
    const handle = async (n) => { const place = page.locator(`#steps > li:nth-child(${n}) .handle`); await place.scrollIntoViewIfNeeded(); return place.boundingBox(); };
    const from = await handle(2);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    const to = await handle(1);
    await page.mouse.move(to.x + 10, to.y + 12, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((before) => document.getElementById('design-text').value !== before, before);
    assert.ok((await file(page)).indexOf('shuffle') < (await file(page)).indexOf('split'));
    await page.click('#undo');
    await becomes(page, before);
  }
  await page.click('#steps > li:nth-child(4) summary');
  await page.click('[data-focus="take out-step-3"]');
  await page.waitForFunction(() => document.querySelectorAll('#steps > li').length === 3);
  await page.waitForSelector('#problems .remedy');
  if (pictures) await page.screenshot({ path: `${pictures}/steps-${size}.png`, fullPage: true });
  await page.click('#problems .remedy');
  await page.waitForFunction(() => document.querySelectorAll('#steps > li').length === 4 && !document.getElementById('problems'));
  assert.match(await file(page), /move = \{ what = "aces", to = "left edge" \}/);
  assert.deepEqual(await barriers(page), []);
});

await test('every built-in kit is edited by hand, and undone to the same bytes', async (page) => {
  await page.goto(`${url}#design`);
  await page.waitForSelector('#bench .steps');
  const names = await page.$$eval('#design-setup option', (options) => options.map((option) => option.value).filter(Boolean));
  assert.ok(names.length >= 30 && new Set(names.map((name) => name.split('/')[0])).size >= 6, names.join(' '));
  const kits = { painted: 0, listed: 0, moved: 0, sized: 0 };
  for (const name of names) {
    const old = await page.locator('#tray').elementHandle();
    await page.selectOption('#design-setup', name === await page.inputValue('#design-setup') ? names.find((other) => other !== name) : name);
    await page.selectOption('#design-setup', name);
    await page.waitForFunction(([name, old]) => document.getElementById('design-setup').value === name && !old.isConnected && !document.getElementById('problems'), [name, old]);
    await page.waitForFunction(() => !document.querySelector('#tell.stale, #facts.stale'));
    const own = await file(page);
    let now = own;
    /** One change by a click somewhere; the file says so. */
    const change = async (place, what) => {
      if (await page.locator(place).count() === 0) return;
      await page.locator(place).first().evaluate((element) => element.click());
      await page.waitForFunction((now) => document.getElementById('design-text').value !== now || !document.getElementById('refusal').hidden, now);
      assert.ok(await page.isHidden('#refusal'), `${name}: ${await page.textContent('#refusal')}`);
      now = await file(page);
      if (what) kits[what] += 1;
    };
    if (await page.locator('#tray .square').count() > 0) {
      // Something else than what is there.
      const other = await page.evaluate(() => { const here = document.querySelector('#tray .square').getAttribute('aria-label').split(': ').pop(); return [...document.querySelectorAll('[data-symbol]')].find((button) => button.dataset.symbol !== here)?.dataset.symbol; });
      await page.locator(`[data-symbol="${other}"]`).evaluate((element) => element.click());
      await change('#tray .square', 'painted');
    }
    await change('.list-pieces', 'listed');
    await change('[data-focus^="copy piece"]');
    await change('[data-focus^="take out piece"]');
    await change('[data-focus="copy-step-0"]');
    await change('[data-focus="take out-step-1"]');
    if (await page.locator('#steps > li').count() > 1) await change('[data-focus="later:-step-0"]', 'moved');
    await change('#add-step');
    await change('#board-section .stepper button:not([disabled])', 'sized');
    assert.notEqual(now, own, name);
    for (let n = 0; n < 20 && now !== own; n += 1) {
      await page.click('#undo');
      await page.waitForFunction((now) => document.getElementById('design-text').value !== now, now);
      now = await file(page);
    }
    assert.equal(now, own, `${name}: the same bytes`);
  }
  for (const [what, kit] of Object.entries(kits)) assert.ok(kit > 3, `${what}: ${kit}`);
}, /400/);

if (size === 'phone') await test('a finger that rests on a square carries it, and one that moves at once scrolls', async (page) => {
  await start(page);
  const touches = await page.context().newCDPSession(page);
  const touch = (type, point) => touches.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const middle = async (place) => { const box = await page.locator(place).boundingBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
  const slide = async (from, to) => { for (let n = 1; n <= 6; n += 1) { await touch('touchMove', { x: from.x + (to.x - from.x) * n / 6, y: from.y + (to.y - from.y) * n / 6 }); await page.waitForTimeout(20); } };
  await page.evaluate(() => document.querySelector('#tray .made').scrollIntoView({ block: 'center' }));
  const own = await file(page);
  const [from, to] = [await middle(square(0, 2)), await middle(square(2, 2))];
  await touch('touchStart', from);
  await page.waitForSelector('.dragged');
  await slide(from, to);
  await touch('touchEnd');
  await becomes(page, '"AAC", "AAC", "BBB"');
  assert.equal(await page.locator('.dragged').count(), 0);
  await page.click('#undo');
  await becomes(page, own);
  // Put back where it was: nothing is done, and nothing painted.
  await page.evaluate(() => document.querySelector('#tray .made').scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(300);
  const again = await middle(square(1, 0));
  await touch('touchStart', again);
  await page.waitForSelector('.dragged');
  await touch('touchEnd');
  await page.waitForTimeout(300);
  assert.equal(await file(page), own);
  const top = await page.evaluate(() => scrollY);
  await touch('touchStart', again);
  await slide(again, { x: again.x, y: again.y - 200 });
  await touch('touchEnd');
  await page.waitForFunction((top) => scrollY > top + 50, top);
  assert.equal(await file(page), own);
  // Figures and faults are told in a line at the bottom, which leads to them.
  await page.waitForFunction(() => /% solvable/.test(document.getElementById('glance').textContent));
  await page.click('[data-symbol="D"]');
  await page.click(square(0, 0));
  await page.waitForFunction(() => /^Wrong: colour A has 5 squares/.test(document.getElementById('glance').textContent));
  await page.click('#glance');
  await page.waitForFunction(() => { const { top, bottom } = document.getElementById('problems').getBoundingClientRect(); return bottom > 0 && top < innerHeight; });
});

await test('a size is left to the players by hand, and a step that is open moves with its form', async (page) => {
  await start(page, 'pretzel/shuffled');
  // It is open, is fixed, and is open again.
  await page.click('[data-focus="kit-suits-open"]');
  await page.waitForSelector('#kit-suits-from', { state: 'detached' });
  await page.click('[data-focus="kit-suits-open"]');
  await page.waitForSelector('#kit-suits-from');
  const least = await page.inputValue('#kit-suits-from');
  await page.fill('#kit-suits-to', '5');
  await page.press('#kit-suits-to', 'Tab');
  await becomes(page, `from = ${least}, to = 5`);
  await page.fill('#kit-suits-from', '6');
  await page.press('#kit-suits-from', 'Tab');
  await page.waitForFunction(() => /from 6 to 5 is no range/.test(document.getElementById('refusal').textContent) && document.getElementById('kit-suits-from').value !== '6');
  await page.click('#steps > li:nth-child(1) summary');
  await page.click('[data-focus="later:-step-0"]');
  await page.waitForFunction(() => document.querySelector('#steps > li:nth-child(2) details')?.open && !document.querySelector('#steps > li:nth-child(1) details').open);
  await page.waitForFunction(() => document.activeElement?.dataset.focus === 'later:-step-1');
}, /400/);

await test('places are drawn on the board, and hands show how a deal is laid', async (page) => {
  await start(page);
  await page.selectOption('#places-kind', { label: 'cover the board for the tiles' });
  await becomes(page, 'slots = ["');
  const cell = (name) => `#board-grid [data-cell="${name}"]`;
  await page.click('[data-focus="board-tool-draw"]');
  const covered = await file(page);
  if (size === 'desktop') {
    const middle = async (name) => { await page.locator(cell(name)).scrollIntoViewIfNeeded(); const box = await page.locator(cell(name)).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    await page.mouse.move(...await middle('a1'));
    await page.mouse.down();
    await page.mouse.move(...await middle('b1'), { steps: 3 });
    await page.mouse.move(...await middle('b2'), { steps: 3 });
    await page.mouse.up();
  } else for (const name of ['a1', 'b1', 'b2']) await page.click(cell(name));
  await page.waitForFunction((covered) => document.getElementById('design-text').value !== covered, covered);
  assert.match(await file(page), /"b1 (a1 b2|b2 a1)"/, 'the squares are in the order of the tile');
  await page.click('#undo');
  await becomes(page, covered);
  await page.click(cell('a1'));
  await page.click(cell('c3'));
  await page.click(cell('d4'));
  await page.waitForFunction(() => /no piece of the kit has the form/.test(document.getElementById('refusal')?.textContent ?? ''));
  await page.waitForSelector('#show-laying');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.click('#show-laying');
  await page.waitForFunction(() => /All 8 pieces lie on the board/.test(document.getElementById('laying-words')?.textContent ?? ''));
  assert.equal(await page.locator('#laying .laid').count(), 24);
  if (pictures) await page.screenshot({ path: `${pictures}/laying-${size}.png` });
  assert.deepEqual(await barriers(page), []);
  await page.click('#laying button[type=submit]');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.click('#show-laying');
  await page.waitForFunction(() => document.querySelectorAll('#laying .laid').length > 3);
  assert.ok(await page.evaluate(() => document.querySelector('#laying').getAnimations({ subtree: true }).length > 0), 'pieces move');
  await page.keyboard.press('Escape');
}, /400/);

await test('a kit goes into a link, which others open to change it or to play deals of exactly this kit', async (page) => {
  await start(page);
  await page.click(square(0, 2));
  await page.click('#undo');
  await page.click('#tray [data-focus="copy piece-tiles-0"]');
  await page.click('#undo');
  await page.evaluate(() => { document.getElementById('kit-title') ?? document.querySelector('[data-focus="head"]').click(); });
  await page.click('[data-focus="head"]').catch(() => {});
  await page.locator('details[data-keep="head"]').evaluate((details) => { details.open = true; });
  await page.fill('#kit-title', 'Käfer & Co');
  await page.press('#kit-title', 'Tab');
  await becomes(page, 'title = "Käfer & Co"');
  await page.waitForSelector('#kit-link button');
  await page.evaluate(() => { navigator.clipboard.writeText = (words) => { window.copied = words; return Promise.resolve(); }; });
  const copied = async (place) => { await page.click(`${place} button`); await page.waitForFunction(() => window.copied); return page.evaluate(() => { const words = window.copied; window.copied = ''; return words.slice(words.indexOf('#')); }); };
  const design = await copied('#design-link');
  const kit = await copied('#kit-link');
  const own = await file(page);
  assert.ok(design.length < 1500, `${design.length} letters`);
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(`${url}${design}`);
  await page.waitForFunction(() => document.getElementById('design-text')?.value);
  assert.equal(await file(page), own);
  await page.goto('about:blank');
  await page.goto(`${url}${kit}`);
  await page.waitForSelector('.board .spot', { timeout: 60000 });
  assert.equal(await page.textContent('h1'), 'Käfer & Co');
  const first = await page.textContent('#id');
  assert.match(first, /^boxoff:/);
  await page.click('#deal-kit');
  await page.waitForFunction((first) => document.getElementById('id')?.textContent !== first, first, { timeout: 60000 });
  if (pictures) await page.screenshot({ path: `${pictures}/kit-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  assert.ok(await fits(page));
  // A small link that would unpack to a large file is not unpacked.
  const large = `#design/z.${deflateRawSync(Buffer.alloc(2_000_000, 35)).toString('base64url')}`;
  for (const [broken, words] of [[large, /more than 256 KB/], [design.slice(0, 60), /damaged/], ['#design/x', /holds no setup/], [kit.replace(/.{8}$/, ''), /damaged/]]) {
    await page.goto('about:blank');
    await page.goto(`${url}${broken}`);
    await page.waitForSelector('[role=alert]');
    assert.match(await page.textContent('[role=alert]'), words);
  }
});

await test('pinned designs are opened again and compared with each other', async (page) => {
  await start(page);
  await page.click('#pin');
  await page.selectOption('#design-setup', 'boxoff/shuffled');
  await becomes(page, '"Shuffled"');
  await page.waitForFunction(() => /Shuffled/.test(document.getElementById('facts')?.textContent ?? ''));
  await page.waitForSelector('#pin:not([disabled])', { timeout: 60000 });
  await page.click('#pin');
  await page.waitForFunction(() => document.querySelectorAll('#pinned .open-pin').length === 2);
  await page.click('#compare-pins');
  await page.waitForFunction(() => /1\. L-Tiles is solvable more often than 2\. Shuffled/.test(document.getElementById('compared')?.textContent ?? ''), null, { timeout: 120000 });
  await page.click('#pinned .open-pin');
  await becomes(page, '"L-Tiles"');
  if (pictures) await page.screenshot({ path: `${pictures}/pins-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#pinned .open-pin').length === 2);
});

await test('every deal is tried until one is dead', async (page) => {
  await start(page, 'boxoff/shuffled');
  await page.click('#prove');
  await page.waitForSelector('#dead-deal', { timeout: 120000 });
  assert.match(await page.getAttribute('#dead-deal', 'href'), /^#play\/boxoff:/);
});

await test('a setup is compared, tuned, and a design of the front is opened', async (page) => {
  await page.goto(`${url}#design`);
  await page.selectOption('#design-setup', 'boxoff/ltiles');
  await page.waitForSelector('#meter .gauge');
  await page.selectOption('#against', 'boxoff/shuffled');
  await page.click('#compare');
  await page.waitForFunction(() => document.querySelector('#compared')?.textContent?.includes('L-Tiles is solvable more often than Shuffled'), null, { timeout: 60000 });
  await page.fill('#keep', '6 of each color, pattern, wrong');
  await page.click('#tune');
  await page.waitForSelector('#tuned [role=alert]');
  assert.match(await page.textContent('#tuned') ?? '', /'wrong' is not understood/);
  await page.fill('#keep', '6 of each colour, pattern');
  await page.click('#tune');
  await page.waitForFunction(() => /All 16 designs there are/.test(document.getElementById('tuned')?.textContent ?? ''), null, { timeout: 120000 });
  // The front is a picture whose points open designs.
  assert.ok(await page.locator('#tuned .point').count() > 1);
  if (pictures) await page.locator('#tuned').screenshot({ path: `${pictures}/front-${size}.png` });
  await page.click('#tuned .open-design');
  assert.match(await page.inputValue('#design-text'), /title = "L-Tiles tuned \d"/);
  await page.waitForSelector('#design-text:not([aria-invalid])', { state: 'attached' });
  assert.deepEqual(await barriers(page), []);
}, /400/);

await test('a search that is stopped keeps what it found', async (page) => {
  await start(page);
  await page.click('#tune');
  await page.waitForFunction(() => document.querySelectorAll('#tuned .open-design').length > 0, null, { timeout: 120000 });
  await page.click('#tuned .stop');
  await page.waitForFunction(() => /^Stopped after \d+ designs/.test(document.getElementById('tune-words')?.textContent ?? ''));
  await page.click('#tuned .open-design');
  await becomes(page, 'tuned');
});

await test(`figures belong to the file on screen, or say whose they are and cannot be pinned`, async (page) => {
  await start(page);
  await page.click('#to-file');
  const own = await page.inputValue('#design-text');
  await page.fill('#design-text', own.replace('title = "L-Tiles"', 'title = "Mine"').replace('[parameters]', '[parameters'));
  await page.waitForSelector('#design-text[aria-invalid]');
  await page.waitForSelector('#meter.stale');
  assert.match(await page.textContent('#whose'), /are for the last valid file \(L-Tiles\), not for the design on screen: ./);
  assert.ok(await page.isDisabled('#pin') && await page.isDisabled('#instructions'));
  await page.evaluate(() => document.getElementById('pin').dispatchEvent(new MouseEvent('click', { bubbles: true })));
  assert.equal(await page.textContent('#pinned'), '');
  if (pictures) await page.screenshot({ path: `${pictures}/design-invalid-${size}.png`, fullPage: true });
  // Valid again: until its first figures are there, the old ones stay grey.
  await page.fill('#design-text', own.replace('title = "L-Tiles"', 'title = "Mine"'));
  await page.waitForSelector('#pin:not([disabled])');
  assert.ok(await page.isHidden('#whose'));
  await page.waitForFunction(() => /before \d/.test(document.querySelector('#meter')?.textContent ?? ''));
  await page.click('#pin');
  assert.match(await page.textContent('#pinned') ?? '', /1\. Mine/);
  // Another game, or other sizes of the same: nothing is compared.
  await page.selectOption('#design-setup', 'pretzel/banded');
  await page.waitForFunction(() => /Banded/.test(document.getElementById('facts')?.textContent ?? ''));
  await page.waitForSelector('#pin:not([disabled])');
  assert.ok(!/before/.test(await page.textContent('#meter')), 'another game');
  await page.selectOption('#size-ranks', '5');
  await page.waitForFunction(() => document.getElementById('pin').disabled);
  await page.waitForSelector('#pin:not([disabled])');
  assert.ok(!/before/.test(await page.textContent('#meter')), 'another size');
});

if (desk === 'server') await test('a comparison does not call settled what it names as not settled', async (page) => {
  const found = { dealt: 25600, columns: ['', 'A', 'B'], rows: [['solvable', '50%', '50%']], sentences: ['Not settled by this many deals: interest of A and B.'], done: true, settled: false, ended: 'deals' };
  await page.route('**/api/compare', (route) => route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(found)}\n\n` }));
  await page.goto(`${url}#design`);
  await page.waitForSelector('#meter .gauge');
  await page.click('#compare');
  await page.waitForSelector('#compare-end');
  assert.equal(await page.textContent('#compare-end'), 'Stopped after 25,600 deals of each, the most on this page. Use dealwright compare to deal more.');
  Object.assign(found, { ended: 'settled', sentences: ['A is solvable more often than B.', 'Not settled by this many deals: levels of A and B.'] });
  await page.click('#compare');
  await page.waitForFunction(() => /solvability and interest are settled/.test(document.getElementById('compare-end')?.textContent ?? ''));
  Object.assign(found, { settled: true, sentences: ['A is solvable more often than B.'] });
  await page.click('#compare');
  await page.waitForFunction(() => /^Settled after 25,600/.test(document.getElementById('compare-end')?.textContent ?? ''));
  // What was compared is not of a text that was changed since.
  await page.click('#to-file');
  await page.type('#design-text', '# ');
  await page.waitForSelector('#compared.stale');
  assert.match(await page.textContent('#compared'), /are for the file before your last change/);
  // A stream that breaks off is no answer.
  Object.assign(found, { done: false, ended: null });
  await page.click('#compare');
  await page.waitForFunction(() => /broke off/.test(document.querySelector('#compared [role=alert]')?.textContent ?? ''));
});
