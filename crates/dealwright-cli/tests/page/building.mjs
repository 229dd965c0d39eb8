// A kit made by hand: from an empty tray to a measured and printed kit of own tiles, once with the mouse alone and once with the keyboard
// alone, in at most 80 actions.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test, desk, size, pictures, url, barriers } from './world.mjs';

const MOST_ACTIONS = 80;
export const text = (page) => page.inputValue('#design-text');
const shows = (page, words) => page.waitForFunction((words) => document.getElementById('design-text').value.includes(words), words, { timeout: 30000 });
const measured = (page, deals) => page.waitForFunction((deals) => !document.querySelector('#meter.stale') && Number(document.querySelector('#meter p')?.textContent?.split(' ')[0]) > deals, deals, { timeout: 120000 });
const pieces = (page) => page.locator('#tray .made').count();

/** What every guided example ends with: the kit is measured, and its pieces are on paper. */
async function isDone(page, download, actions, how) {
  const bytes = await readFile(await (await download).path());
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  assert.ok(bytes.length > 5000, `${bytes.length} bytes`);
  await measured(page, 50);
  const own = await text(page);
  assert.match(own, /shape = "L"/);
  assert.equal(own.match(/"[A-D]{3}"/g).length, 8, own);
  assert.match(own, /shuffle = "all"/);
  assert.match(own, /slots = \["/);
  assert.ok(!await page.isDisabled('#pin'));
  assert.equal(await page.locator('#problems').count(), 0);
  console.log(`   ${actions} actions by ${how}`);
  assert.ok(actions <= MOST_ACTIONS, `${actions} actions by ${how}`);
}

if (size === 'desktop') await test('from an empty tray to a measured and printed kit by the mouse alone', async (page) => {
  let actions = 0;
  const click = async (place) => { actions += 1; await page.click(place); };
  // A list is opened by one click, and another one chooses.
  const choose = async (place, value) => { actions += 2; await page.selectOption(place, value); };
  const drag = async (from, to) => {
    actions += 1;
    const middle = async (place) => { await page.locator(place).scrollIntoViewIfNeeded(); const box = await page.locator(place).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    await page.mouse.move(...await middle(from));
    await page.mouse.down();
    await page.mouse.move(...await middle(to), { steps: 5 });
    await page.mouse.up();
  };
  const square = (piece, cell) => `[data-focus="cell-tiles-${piece}-0-${cell}"]`;
  await page.goto(`${url}#design`);
  await page.waitForSelector('#bench .square');
  await choose('#new-game', 'boxoff');
  await click('#new-kit');
  await shows(page, '[kit]');
  await page.waitForFunction(() => document.querySelectorAll('#tray .made').length === 0);
  if (pictures) await page.screenshot({ path: `${pictures}/builder-empty.png` });
  await choose('#new-kind', 'tiles');
  await click('#add-group');
  await page.waitForSelector('#tray .made');
  await click('[data-focus="more-tiles"]');
  await click('[data-focus="shape-tiles-1-0"]');
  await shows(page, 'shape = "L"');
  let count = 1;
  for (const symbol of ['A', 'B', 'B', 'C', 'C', 'D', 'D']) {
    if (await page.getAttribute(`[data-symbol="${symbol}"]`, 'aria-checked') !== 'true') await click(`[data-symbol="${symbol}"]`);
    await click('.add-piece');
    count += 1;
    await page.waitForFunction((count) => document.querySelectorAll('#tray .made').length === count, count);
  }
  // Squares are dragged from tile to tile, and one is painted and painted back.
  for (const [one, other] of [[0, 2], [1, 4], [3, 6]]) {
    const before = await text(page);
    await drag(square(one, 2), square(other, 2));
    await page.waitForFunction((before) => document.getElementById('design-text').value !== before, before);
  }
  assert.match(await text(page), /"AAB", "AAC", "BBA", "BBD", "CCA", "CCC", "DDB", "DDD"/);
  await page.waitForSelector('#problems .remedy');
  assert.match(await page.textContent('#problems'), /There are no steps yet/);
  await click('#problems .remedy');
  await page.waitForSelector('#problems', { state: 'detached' });
  await click(`[data-symbol="A"]`);
  await click(square(7, 0));
  await page.waitForSelector('#problems');
  // The symbols that do not come out even are told with their numbers, and pieces that can mend it are marked.
  assert.match(await page.textContent('#problems'), /A is on 7 squares, an odd number; D is on 5 squares, an odd number/);
  await page.waitForSelector('#meter.stale');
  assert.match(await page.textContent('#whose'), /not for the design on screen: .*odd/);
  if (pictures) await page.screenshot({ path: `${pictures}/builder-odd.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  await click('.made.odd .remedy');
  await page.waitForSelector('#problems', { state: 'detached' });
  await click('#undo');
  await page.waitForSelector('#problems');
  await click('#undo');
  await page.waitForSelector('#problems', { state: 'detached' });
  await measured(page, 50);
  await click('#pin');
  await page.waitForSelector('#pinned .open-pin');
  const download = page.waitForEvent('download', { timeout: 120000 });
  await click('#print');
  await isDone(page, download, actions, 'the mouse');
  if (pictures) await page.screenshot({ path: `${pictures}/builder-done.png`, fullPage: true });
});

if (size === 'desktop') await test('from an empty tray to a measured and printed kit by the keyboard alone', async (page) => {
  let actions = 0;
  const press = async (key) => { actions += 1; await page.keyboard.press(key); };
  const isAt = (place) => page.evaluate((place) => Boolean(document.activeElement?.matches(place)), place);
  const goTo = async (place, key = 'Tab') => {
    for (let n = 0; n < 30; n += 1) {
      if (await isAt(place)) return;
      await press(key);
    }
    assert.fail(`${place} is not reached by ${key}, but ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`);
  };
  const arrives = (place) => page.waitForFunction((place) => document.activeElement?.matches(place), place, { timeout: 30000 });
  await page.goto(`${url}#design`);
  await page.waitForSelector('#bench .square');
  await goTo('#new-kit');
  await press('Enter');
  await arrives('#new-kind');
  await press('Tab');
  await press('Enter');
  await arrives('[data-focus="cell-tiles-0-0-0"]');
  await goTo('[data-focus="more-tiles"]');
  await press('Enter');
  await goTo('[data-focus="shape-tiles-1-0"]');
  await press('Enter');
  await shows(page, 'shape = "L"');
  await press('F6');
  await press('Shift+F6');
  if (!await isAt('.square')) await goTo('.square', 'F6');
  // As fast as the keys go: nothing is lost while the desk answers.
  const letters = ['AAB', 'AAC', 'BBA', 'BBD', 'CCA', 'CCC', 'DDB', 'DDD'];
  for (const [n, word] of letters.entries()) {
    if (n > 0) await press('+');
    for (const letter of word) await press(letter.toLowerCase());
  }
  await shows(page, '"AAB", "AAC", "BBA", "BBD", "CCA", "CCC", "DDB", "DDD"');
  await page.waitForFunction(() => document.querySelectorAll('#tray .made').length === 8);
  await goTo('#problems .remedy', 'Shift+F6');
  await press('Enter');
  await page.waitForSelector('#problems', { state: 'detached' });
  await goTo('#print', 'F6');
  await measured(page, 50);
  const download = page.waitForEvent('download', { timeout: 120000 });
  await press('Enter');
  await isDone(page, download, actions, 'the keyboard');
});
