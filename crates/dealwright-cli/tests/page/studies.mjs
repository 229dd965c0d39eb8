// Studies and reproductions.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { answering, barriers, desk, folder, pictures, program, size, test, url } from './world.mjs';

if (desk === 'server') await test(`the ledger leads to a figure, its records and a challenge to play`, async (page) => {
  await page.goto(`${url}#study`);
  await page.click('a[href="#study/zeros"]');
  await page.click('#claim-fujisan-zeros summary');
  await page.locator('[data-figure]').first().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('img.figure')?.naturalWidth > 0);
  if (pictures) await page.screenshot({ path: `${pictures}/ledger-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  await page.click('[data-figure] .enlarge');
  await page.waitForSelector('#figure-large[open] img');
  await page.click('#figure-large .behind a');
  await page.waitForSelector('td a');
  await page.selectOption('#verdict', 'unsolvable');
  await page.waitForFunction(() => [...document.querySelectorAll('tbody tr')].every((row) => row.textContent.includes('unsolvable')));
  if (pictures) await page.screenshot({ path: `${pictures}/records-${size}.png` });
  await page.click('td a');
  await page.waitForSelector('.board .spot');
});

if (desk === 'server') await test('the ledger shows how many studies find a claim, and a ledger of the first format is shown as well', async (page) => {
  const text = readFileSync(join(folder, 'zeros', 'claims.json'), 'utf8');
  const known = JSON.parse(text);
  const claim = known.claims[0];
  claim.found_in_studies = 0.3;
  Object.assign(claim.statements[0], { found_in_studies: 0.3, n: [1000, 2000] });
  mkdirSync(join(folder, 'found'));
  writeFileSync(join(folder, 'found', 'claims.json'), JSON.stringify(known));
  const old = JSON.parse(text);
  delete old.format;
  for (const entry of old.claims) {
    delete entry.found_in_studies;
    entry.statements = entry.statements.map(({ statement, reading, paper, ours, verdict }) => ({ what: statement, reading: reading || null, paper, ours, verdict }));
  }
  mkdirSync(join(folder, 'first-format'));
  writeFileSync(join(folder, 'first-format', 'claims.json'), JSON.stringify(old));
  const cells = async (/** @type {string} */ path) => {
    await page.goto(`${url}#study/${path}`);
    await page.waitForFunction((/** @type {string} */ title) => document.querySelector('h1')?.textContent === title, path);
    await page.click('#claim-fujisan-zeros summary');
    return page.$$eval('#claim-fujisan-zeros tbody tr:first-child td', (all) => all.map((cell) => cell.textContent));
  };
  assert.deepEqual((await cells('found')).slice(4, 6), ['1,000; 2,000', '30%']);
  assert.match(await page.textContent('#claim-fujisan-zeros summary'), /found by 30% of studies/);
  const first = await cells('first-format');
  assert.equal(first[0], 'spaces that show a zero');
  assert.deepEqual(first.slice(4), ['', '', 'differs']);
  assert.doesNotMatch(await page.textContent('#claim-fujisan-zeros summary'), /studies/);
});

if (desk === 'server') await test('a study is begun, stopped and gone on with', async (page) => {
  await page.goto(`${url}#study`);
  await page.waitForSelector('#study-setups');
  await page.fill('#study-name', 'mine');
  await page.selectOption('#study-setups', ['fujisan/dominoes', 'pretzel/banded']);
  await page.fill('#study-samples', '20000');
  await page.click('#study-begin');
  await page.waitForFunction(() => /running/.test(document.getElementById('progress')?.textContent ?? ''));
  await page.click('#stop');
  // A machine that is fast enough may be done before it is told to stop.
  await page.waitForFunction(() => /stopped|^40000 of 40000 challenges$/.test(document.getElementById('progress')?.textContent ?? ''), null, { timeout: 60000 });
  if (await page.isVisible('#resume')) await page.click('#resume');
  await page.waitForFunction(() => /^40000 of 40000/.test(document.getElementById('progress')?.textContent ?? ''), null, { timeout: 120000 });
  await page.waitForSelector('td a');
  await page.goto(`${url}#study/../zeros`);
  await page.waitForFunction(() => /below the one/.test(document.getElementById('view')?.textContent ?? ''));
}, /400/);

if (desk === 'server') await test('claims are counted by their verdict, and shown by it', async (page) => {
  await page.goto(`${url}#study/zeros`);
  await page.waitForSelector('#claims-shown');
  const verdicts = await page.$$eval('.claim', (claims) => claims.map((claim) => claim.getAttribute('data-verdict')));
  const [verdict] = verdicts;
  const many = verdicts.filter((other) => other === verdict).length;
  assert.equal(await page.textContent(`[data-only="${verdict}"]`), `${verdict} ${many}`);
  await page.click(`[data-only="${verdict}"]`);
  assert.equal(await page.locator('.claim:visible').count(), many);
  await page.evaluate(() => { document.querySelector('.claim').setAttribute('data-verdict', 'another'); });
  await page.click(`[data-only="${verdict}"]`);
  assert.equal(await page.locator('.claim:visible').count(), many - 1);
});

if (desk === 'server') await test('a study shows what its records add up to, as dealwright summary does, and gives it as a file', async (page) => {
  execFileSync(program, ['study', 'boxoff/shuffled', 'boxoff/ltiles', '--samples', '200', '--out', join(folder, 'two'), '--quiet'], { stdio: 'ignore' });
  await page.goto(`${url}#study/two`);
  await page.waitForSelector('#export-csv');
  const told = execFileSync(program, ['summary', join(folder, 'two'), '--format', 'csv', '--quiet']).toString().trim();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-csv')]);
  assert.equal(readFileSync(await download.path(), 'utf8').trim(), told);
  assert.equal(await page.locator('#shares .share-row').count(), 2);
  assert.match(await page.textContent('#sums'), /95% intervals/);
  if (pictures) await page.screenshot({ path: `${pictures}/study-${size}.png`, fullPage: true });
  assert.deepEqual(await barriers(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

if (desk === 'server') await test('a study that failed says why', async (page) => {
  await answering(page, 'study', async () => ({ title: '', question: '', lines: [{ words: 'one', challenges: 10 }], challenges: 10, there: 4, at_work: false, failed: 'writing records: no room', damaged: [] }));
  await answering(page, 'rows', async () => ({ columns: ['id'], rows: [], more: false }));
  await answering(page, 'summary', async () => ({ sections: [], shares: [], warnings: [] }));
  await page.goto(`${url}#study/failing`);
  await page.waitForFunction(() => document.getElementById('progress')?.textContent === '4 of 10 challenges; it failed: writing records: no room');
  await page.waitForSelector('#resume:visible');
});
