// The deal on somebody's table.
import assert from 'node:assert/strict';
import { barriers, dealt, pictures, size, test, url } from './world.mjs';

await test(`a deal from the table is entered and judged, what the kit cannot show is refused`, async (page) => {
  await page.goto(`${url}#table`);
  await page.waitForSelector('.entry input');
  await page.selectOption('#table-setup', 'fujisan/dominoes');
  await page.waitForFunction(() => document.querySelectorAll('.entry input').length === 24);
  await page.waitForSelector('.entry input');
  const cell = (square) => `.entry input[data-square="${square}"]`;
  // Dominoes without doubles: a 5 cannot stand below a 5.
  await page.click(cell('b2'));
  await page.keyboard.type('5');
  await page.waitForFunction(() => /23 spaces/.test(document.getElementById('typed')?.textContent ?? ''));
  await page.click(cell('b1'));
  await page.click('.palette [data-face="5"]');
  await page.waitForFunction(() => /5 cannot be on b1/.test(document.getElementById('typed')?.textContent ?? ''));
  assert.equal(await page.inputValue(cell('b1')), '');
  await page.click('#clear');
  await page.waitForFunction(() => document.querySelector('.entry input')?.value === '');
  await page.click(cell('b2'));
  // One key for each space, however fast.
  await page.keyboard.type('110155001423033441452204', { delay: 5 });
  await page.waitForFunction(() => /It can be solved/.test(document.getElementById('answer')?.textContent ?? ''));
  if (pictures) await page.screenshot({ path: `${pictures}/table-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  await page.click('#play-along');
  await page.waitForSelector('.board .spot');
});

const entered = (page) => page.$$eval('.entry input', (inputs) => inputs.map((input) => input.value));
async function table(page, setup, sizes = {}) {
  await page.goto(`${url}#table`);
  await page.waitForSelector('.entry input');
  await page.selectOption('#table-setup', setup);
  for (const [name, value] of Object.entries(sizes)) await page.selectOption(`#table-${name}`, value);
  await page.waitForFunction((known) => [...document.querySelectorAll('#table-sizes select')].every((select) => known[select.name] === undefined || select.value === known[select.name]), sizes);
  await page.waitForTimeout(200);
}
const cell = (square) => `.entry input[data-square="${square}"]`;

await test('cards are typed as people write them, typed over and undone', async (page) => {
  await table(page, 'pretzel/shuffled', { suits: '2', ranks: '4' });
  assert.deepEqual(await page.$$eval('.fixed', (cells) => cells.map((cell) => cell.textContent)), ['AS', 'AH'], 'the aces and the order of suits are shown');
  await page.click(cell('a2'));
  // Two keys a card, in either order, with signs, in lower case; a hole is a dash.
  await page.keyboard.type('3s2h-');
  await page.keyboard.type('H4');
  await page.waitForFunction(() => document.querySelector('.entry input[data-square="d2"]')?.value === '4H');
  assert.deepEqual((await entered(page)).slice(0, 4), ['3S', '2H', '–', '4H']);
  await page.click(cell('a2'));
  await page.keyboard.type('2');
  assert.equal(await page.inputValue(cell('a2')), '2');
  await page.click(cell('d1'));
  assert.equal(await page.inputValue(cell('a2')), '3S', 'what is only begun changes nothing');
  await page.click(cell('a2'));
  await page.keyboard.type('2S');
  await page.waitForFunction(() => document.querySelector('.entry input[data-square="a2"]')?.value === '2S');
  await page.click('#table-undo');
  assert.equal(await page.inputValue(cell('a2')), '3S');
  // Nothing is lost by going elsewhere.
  const known = await entered(page);
  await page.click('a[href="#stats"]');
  await page.waitForSelector('#export');
  await page.goBack();
  await page.waitForFunction((known) => JSON.stringify([...document.querySelectorAll('.entry input')].map((input) => input.value)) === JSON.stringify(known), known);
});

const paste = (page, text) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  document.querySelector('.entry input').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

await test('a whole deal is pasted, with signs and tens, or as an ID', async (page) => {
  await table(page, 'pretzel/shuffled', { suits: '1', ranks: '10' });
  await paste(page, '2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ -');
  await page.waitForFunction(() => /It can be solved/.test(document.getElementById('answer')?.textContent ?? ''));
  assert.equal((await entered(page)).join(' '), '2S 3S 4S 5S 6S 7S 8S 9S TS –');
  await paste(page, '2♠ 3♠ 4♣');
  await page.waitForFunction(() => /piece 3: '4C' is not a piece of this kit/.test(document.getElementById('typed')?.textContent ?? ''));
  await table(page, 'boxoff/shuffled', { rows: '4', columns: '6', colours: '4' });
  await paste(page, 'boxoff:AADDAC/CBDDBB/CDABDA/CBABCC');
  await page.waitForFunction(() => /It has no solution/.test(document.getElementById('answer')?.textContent ?? ''));
  assert.equal((await entered(page)).join(''), 'AADDACCBDDBBCDABDACBABCC');
});

await test('a dead deal on the table says why, and is repaired', async (page) => {
  await table(page, 'boxoff/shuffled', { rows: '4', columns: '6', colours: '4' });
  await paste(page, 'AADDAC/CBDDBB/CDABDA/CBABCC');
  await page.waitForSelector('#why');
  assert.ok((await page.textContent('#why')).length > 20);
  await page.waitForSelector('.preview .spot.refused');
  if (pictures) await page.screenshot({ path: `${pictures}/table-dead-${size}.png`, fullPage: true });
  await page.click('#repair');
  await page.click('#repairs button', { timeout: 30000 });
  await page.waitForFunction(() => /It can be solved/.test(document.getElementById('answer')?.textContent ?? ''));
  await page.click('#table-undo');
  assert.equal((await entered(page)).join(''), 'AADDACCBDDBBCDABDACBABCC');
});

await test('what lies there in every deal is shown and need not be entered', async (page) => {
  await table(page, 'blackhole/shuffled', { suits: '2', ranks: '4', depth: '2' });
  assert.deepEqual(await page.$$eval('.fixed', (cells) => cells.map((cell) => cell.textContent)), ['AS']);
  const fields = await page.locator('.entry input').count();
  assert.equal(fields, 7);
  await page.click('.entry input');
  await page.keyboard.type('2s3s4sah2h3h4h');
  await page.waitForFunction(() => /It can be solved|It has no solution/.test(document.getElementById('answer')?.textContent ?? ''));
  const known = await entered(page);
  await page.click('#clear');
  await page.waitForFunction(() => [...document.querySelectorAll('.entry input')].every((input) => input.value === ''));
  await paste(page, known.join(' '));
  await page.waitForFunction(() => /It can be solved|It has no solution/.test(document.getElementById('answer')?.textContent ?? ''));
  await page.click('#table-undo');
  await page.click('#table-undo');
  assert.deepEqual(await entered(page), known);
});

for (const [setup, sizes] of [['boxoff/ltiles', {}], ['fujisan/dominoes', {}], ['pretzel/banded', {}], ['golf/shuffled', { columns: '3', ranks: '4', suits: '2', depth: '2' }], ['klondike/shuffled', { columns: '3', ranks: '4', suits: '2' }]]) {
  await test(`a deal of ${setup} goes from its ID to the table and on to a game`, async (page) => {
    await table(page, setup, sizes);
    const names = await page.$$eval('#table-sizes select', (selects) => Object.fromEntries(selects.map((select) => [select.name, select.value])));
    const { id } = await dealt({ setup, options: names, seed: 'table' });
    await paste(page, id);
    await page.waitForFunction(() => /It can be solved/.test(document.getElementById('answer')?.textContent ?? ''), null, { timeout: 60000 });
    await page.click('#play-along');
    await page.waitForFunction((id) => document.getElementById('id')?.textContent === id, id);
    // On the way to these sizes there may be some that cannot be, which is said.
  }, /400/);
}
