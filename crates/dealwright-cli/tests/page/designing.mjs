// Setups under a designer's hands.
import assert from 'node:assert/strict';
import { test, desk, size, pictures, url, barriers } from './world.mjs';

await test(`a tile is changed, the meter moves, a broken file is pointed at`, async (page) => {
  await page.goto(`${url}#design`);
  await page.waitForSelector('.tile .cell');
  const solvable = () => page.textContent('[data-name="solvable"]');
  await page.waitForFunction(() => Number(document.querySelector('.meter p')?.textContent?.split(' ')[0]) > 300, null, { timeout: 20000 });
  const first = await solvable();
  await page.click('#pin');
  await page.waitForSelector('#pinned td');
  // Tiles of three colours instead of two.
  for (const tile of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const value = await page.inputValue('#design-text');
    await page.click(`[data-tile="${tile}"][data-cell="1"]`);
    assert.notEqual(await page.inputValue('#design-text'), value, 'the text follows the tile');
  }
  await page.waitForFunction(() => /before/.test(document.querySelector('[data-name="solvable"]')?.textContent ?? ''), null, { timeout: 20000 });
  assert.notEqual(await solvable(), first);
  await page.waitForSelector('.samples svg');
  await page.waitForTimeout(400);
  if (pictures) await page.screenshot({ path: `${pictures}/design-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  await page.fill('#design-text', (await page.inputValue('#design-text')).replace('shuffle = "all"', 'shuffel = "all"'));
  await page.waitForFunction(() => /did you mean 'shuffle'/.test(document.getElementById('design-error')?.textContent ?? ''));
  await page.click('#design-error button');
  const at = await page.evaluate(() => { const text = document.getElementById('design-text'); return text.value.slice(text.selectionStart).split('\n').slice(0, 2).join('\n'); });
  assert.match(at, /shuffel/, 'the cursor is on the step that is wrong');
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
  await page.waitForSelector('#tuned .open-design', { timeout: 120000 });
  assert.match(await page.textContent('#tuned') ?? '', /All 16 designs there are/);
  await page.click('#tuned .open-design');
  assert.match(await page.inputValue('#design-text'), /title = "L-Tiles tuned 1"/);
  await page.waitForSelector('#design-text:not([aria-invalid])');
  assert.deepEqual(await barriers(page), []);
}, /400/);

await test(`figures belong to the file on screen, or say whose they are and cannot be pinned`, async (page) => {
  await page.goto(`${url}#design`);
  await page.waitForSelector('#pin:not([disabled])');
  const own = await page.inputValue('#design-text');
  await page.fill('#design-text', own.replace('title = "L-Tiles"', 'title = "Mine"').replace('[parameters]', '[parameters'));
  await page.waitForSelector('#design-text[aria-invalid]');
  await page.waitForSelector('#meter.stale');
  assert.match(await page.textContent('#whose'), /are for the last valid file \(L-Tiles\), not for the text on screen/);
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
  assert.match(await page.textContent('#pinned'), /1\. Mine/);
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
  await page.type('#design-text', '# ');
  await page.waitForSelector('#compared.stale');
  assert.match(await page.textContent('#compared'), /are for the file before your last change/);
  // A stream that breaks off is no answer.
  Object.assign(found, { done: false, ended: null });
  await page.click('#compare');
  await page.waitForFunction(() => /broke off/.test(document.querySelector('#compared [role=alert]')?.textContent ?? ''));
});
