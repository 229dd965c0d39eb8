// What only the page without a server does, in a real browser: node site.test.mjs DEALWRIGHT SITE
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { PHONE, serveFiles, startBrowser, tester } from './browser.mjs';

const [program, site] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'dealwright-site-'));
const server = spawn(program, ['serve', '--port', '0', '--no-open', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
const served = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
const browser = await startBrowser();
const ID = 'boxoff:BBWBBW/BYYYWB/YWWWYY';

const { test, end } = tester(browser, PHONE);
const says = (page, words) => page.waitForFunction((words) => document.getElementById('desk-note')?.textContent?.includes(words), words, { timeout: 30000 });
const made = (page, n) => page.waitForFunction((n) => document.getElementById('count')?.textContent?.startsWith(`${n} move`), n);

await test('after one visit everything works without a network', async (page, context) => {
  const asked = [];
  const url = await serveFiles(site, (path) => asked.push(path));
  await page.goto(url);
  await says(page, 'works without a network');
  await context.setOffline(true);
  asked.length = 0;
  await page.reload();
  await page.waitForSelector('#stage .board .spot');
  await page.click('#deal');
  await page.waitForFunction(() => location.hash.startsWith('#play/') && document.querySelector('.board .spot'));
  await page.click('#rules');
  await page.waitForSelector('.lesson .board svg');
  await page.click('#close-rules');
  await page.click('#hint');
  await page.waitForFunction(() => /Still solvable/.test(document.getElementById('note')?.textContent ?? ''));
  await page.click('a[href="#daily"]');
  await page.waitForSelector('.dailies a');
  await page.goBack();
  await page.waitForSelector('.board .spot');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#print')]);
  assert.equal(readFileSync(await download.path()).subarray(0, 5).toString(), '%PDF-');
  await page.click('a[href="#design"]');
  await page.waitForSelector('#meter .gauge');
  await page.click('a[href="#table"]');
  await page.waitForSelector('.entry input');
  await page.click('a[href="#study"]');
  await page.waitForSelector('#elsewhere');
  assert.deepEqual(asked, [], 'nothing is asked of the host');
});

await test('a new version is offered, used when it is wanted, and games stay', async (page) => {
  const next = mkdtempSync(join(tmpdir(), 'dealwright-next-'));
  cpSync(site, next, { recursive: true });
  const version = readFileSync(join(next, 'service.js'), 'utf8').match(/VERSION = '(\w+)'/)[1];
  writeFileSync(join(next, 'service.js'), readFileSync(join(next, 'service.js'), 'utf8').replace(version, 'another'));
  writeFileSync(join(next, 'page', 'style.css'), `${readFileSync(join(next, 'page', 'style.css'), 'utf8')}\nbody { --version: 2; }\n`);
  let current = site;
  const url = await serveFiles(() => current);
  const shown = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--version').trim());
  await page.goto(`${url}#play/${ID}`);
  await says(page, 'works without a network');
  await page.click('.spot[data-square="e1"]');
  await page.click('.spot[data-square="f1"]');
  await made(page, 1);
  current = next;
  await page.reload();
  await page.waitForSelector('#update');
  assert.equal(await shown(), '', 'versions do not mix: the old one stays until it is replaced');
  await page.click('#update');
  await page.waitForFunction(() => getComputedStyle(document.body).getPropertyValue('--version').trim() === '2');
  await made(page, 1);
  await says(page, 'works without a network');
  assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1, 'the old version is gone');
});

await test('a new version that cannot be fetched completely changes nothing, and the old one goes on', async (page, context) => {
  const next = mkdtempSync(join(tmpdir(), 'dealwright-torn-'));
  cpSync(site, next, { recursive: true });
  const worker = readFileSync(join(next, 'service.js'), 'utf8');
  writeFileSync(join(next, 'service.js'), worker.replace(worker.match(/VERSION = '(\w+)'/)[1], 'torn'));
  rmSync(join(next, 'page', 'better.js'));
  let current = site;
  const url = await serveFiles(() => current);
  await page.goto(url);
  await says(page, 'works without a network');
  current = next;
  await page.reload();
  await says(page, 'could not be fetched completely');
  await page.click('a[href="#design"]');
  await page.waitForSelector('#meter .gauge');
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('#meter .gauge');
}, /404|precache|ERR_/);

await test('a window beside the one that takes a new version does not mix the two', async (page, context) => {
  const next = mkdtempSync(join(tmpdir(), 'dealwright-beside-'));
  cpSync(site, next, { recursive: true });
  const worker = readFileSync(join(next, 'service.js'), 'utf8');
  writeFileSync(join(next, 'service.js'), worker.replace(worker.match(/VERSION = '(\w+)'/)[1], 'beside'));
  writeFileSync(join(next, 'page', 'style.css'), `${readFileSync(join(next, 'page', 'style.css'), 'utf8')}\nbody { --version: 2; }\n`);
  let current = site;
  const url = await serveFiles(() => current);
  const shown = (page) => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--version').trim());
  await page.goto(url);
  await says(page, 'works without a network');
  const other = await context.newPage();
  await other.goto(`${url}#play/${ID}`);
  await other.waitForSelector('.board .spot');
  current = next;
  await page.reload();
  await page.click('#update');
  await page.waitForFunction(() => getComputedStyle(document.body).getPropertyValue('--version').trim() === '2');
  await other.waitForSelector('#reload');
  assert.equal(await shown(other), '', 'it goes on until it is left');
  await other.click('a[href="#choose"]');
  await other.waitForFunction(() => getComputedStyle(document.body).getPropertyValue('--version').trim() === '2');
});

await test('the page says of itself what browsers and people want to know before they keep it', async (page) => {
  const url = await serveFiles(site);
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot');
  const head = await page.evaluate(() => {
    const content = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
    return { lang: document.documentElement.lang, title: document.title, viewport: content('viewport'), theme: content('theme-color'), words: content('description'), touch: document.querySelector('link[rel="apple-touch-icon"]')?.getAttribute('href') };
  });
  assert.equal(head.lang, 'en');
  assert.match(head.viewport, /width=device-width, initial-scale=1\b/);
  assert.match(head.theme, /^#[0-9a-f]{6}$/);
  assert.ok(head.words.length > 40 && head.title.includes('Dealwright'));
  const manifest = JSON.parse(readFileSync(join(site, 'manifest.webmanifest'), 'utf8'));
  for (const key of ['name', 'short_name', 'start_url', 'scope', 'display', 'background_color', 'theme_color']) assert.ok(manifest[key], key);
  assert.deepEqual(['192x192', '512x512'].filter((size) => !manifest.icons.some((icon) => icon.sizes === size)), []);
  assert.ok(manifest.icons.some((icon) => icon.purpose === 'maskable'));
  assert.ok(readdirSync(join(site, 'page')).includes(head.touch.split('/').pop()));
});

await test('it can be installed', async (page, context) => {
  const url = await serveFiles(site);
  await page.goto(url);
  await says(page, 'works without a network');
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  for (const icon of manifest.icons) assert.ok(statSync(join(site, icon.src)).size > 100, icon.src);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A context of a test is one of these windows; nothing else is amiss.
  assert.deepEqual(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito'), []);
});

await test('over plain http the page says that it cannot work offline', async (page) => {
  const url = await serveFiles(site);
  // A name that is neither this machine's own nor safe.
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.goto(url);
  await says(page, 'cannot work offline');
});

/** Loads the page and puts its desk at hand. */
async function desk(page, cores = 2) {
  await page.addInitScript((cores) => Object.defineProperty(navigator, 'hardwareConcurrency', { value: cores }), cores);
  const url = await serveFiles(site);
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot');
  await page.evaluate(async () => { window.desk = await import(new URL('page/desk.js', document.baseURI).href); });
}

await test('the worker answers what the server answers', async (page) => {
  await desk(page);
  const questions = [
    ['position', { id: ID, moves: ['e1f1'] }], ['position', { id: 'pretzel/banded~hello@1', moves: [] }], ['hint', { id: ID, moves: [] }], ['lost', { id: ID, moves: ['e1f1', 'b2c2'] }],
    ['game', { id: ID, moves: ['e1f1'] }], ['deal', { setup: 'boxoff/ltiles', seed: 'x', level: 'steady' }], ['rate', { id: 'fujisan:554344221335/311400512200' }],
    ['why', { id: 'pretzel:3S--2H/--3H2S' }], ['why', { id: ID, moves: ['e1f1', 'b2c2'] }], ['layout', { setup: 'fujisan/dominoes' }], ['position', { id: 'fujisan/dominoes~a@1', upright: true }], ['repair', { id: 'boxoff:AADDAC/CBDDBB/CDABDA/CBABCC', setup: 'boxoff/ltiles' }],
    ['table', { setup: 'fujisan/dominoes', cells: ['5'] }], ['setup', { setup: 'boxoff/abc' }], ['code', { text: 'hello' }], ['hint', { id: 'nothing' }], ['deal', {}],
  ];
  // A daily challenge is the same everywhere.
  for (const setup of ['boxoff/ltiles', 'fujisan/dominoes', 'golf/shuffled', 'blackhole/shuffled', 'klondike/shuffled']) questions.push(['deal', { setup, seed: 'daily-2026-03-01' }]);
  questions.push(['table', { setup: 'blackhole/shuffled' }], ['position', { id: 'klondike/shuffled~a@1', narrow: true, finger: 44, room: 366 }]);
  const { text } = await page.evaluate(() => window.desk.ask('setup', { setup: 'boxoff/ltiles' }));
  for (const question of ['design', 'samples', 'ids']) questions.push([question, { text, seed: 'x', count: 5 }]);
  for (const [question, body] of questions) {
    const response = await fetch(`${served}api/${question}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const there = await response.json();
    const here = await page.evaluate(([question, body]) => window.desk.ask(question, body).catch((error) => ({ error: error.message })), [question, body]);
    assert.deepEqual(here, there, question);
  }
  for (const question of ['games', 'gallery']) {
    assert.deepEqual(await page.evaluate((question) => window.desk.ask(question), question), await (await fetch(`${served}api/${question}`)).json());
  }
  assert.match(await page.evaluate(() => window.desk.ask('runs').catch((error) => error.message)), /Only a server/);
});

await test('long work ends at once, moves do not wait for it, and the next question is answered', async (page) => {
  await desk(page);
  const times = await page.evaluate(async (id) => {
    const { ask, stream } = window.desk;
    await ask('setup', { setup: 'boxoff/ltiles' });
    // Free rows and the full deck: to find all crossroads takes seconds.
    const { id: large } = await ask('deal', { setup: 'pretzel/shuffled', options: { ranks: '13', rules: 'free-rows' }, seed: 'y', solvable: false });
    const found = [];
    for (let n = 0; n < 3; n += 1) {
      const leave = new AbortController();
      const work = ask('why', { id: large }, leave.signal).then(() => 'answered', (error) => error.name);
      const also = ask('why', { id: large }, leave.signal).then(() => 'answered', (error) => error.name);
      await new Promise((resolve) => setTimeout(resolve, 150));
      const begun = performance.now();
      await ask('position', { id, moves: [] });
      const moved = performance.now() - begun;
      const left = performance.now();
      leave.abort();
      found.push({ ends: [await work, await also], took: performance.now() - left, moved });
      await ask('hint', { id, moves: [] });
    }
    const { text } = await ask('setup', { setup: 'pretzel/shuffled' });
    const leave = new AbortController();
    let told = 0;
    const work = stream('meter', { text, options: { ranks: '13' }, seed: 'x' }, leave.signal, () => { told += 1; }).then(() => 'done', (error) => error.name);
    while (told === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = performance.now();
    leave.abort();
    found.push({ ends: [await work], took: performance.now() - left, moved: 0 });
    return found;
  }, ID);
  for (const { ends, took, moved } of times) {
    assert.ok(ends.every((end) => end === 'AbortError'), ends.join());
    console.log(`   ended after ${took.toFixed(0)} ms; a position beside it took ${moved.toFixed(0)} ms`);
  }
  // Of four, so that a busy machine does not fail it.
  assert.ok(Math.min(...times.map((time) => time.took)) < 100);
});

await test('several workers run one meter, and come to the same deals as one', async (page) => {
  const run = (page) => page.evaluate(async () => {
    const { text } = await window.desk.ask('setup', { setup: 'boxoff/ltiles' });
    let last;
    await window.desk.stream('meter', { text, seed: 'meter' }, new AbortController().signal, (told) => { last = told; });
    return last;
  });
  await desk(page, 5);
  const several = await run(page);
  const other = await page.context().newPage();
  await desk(other, 2);
  const one = await run(other);
  assert.equal(several.done, true);
  if (several.dealt === one.dealt) {
    const { chance, interest, ...rest } = one;
    assert.ok(Math.abs(chance - several.chance) < 1e-9 && Math.abs(interest - several.interest) < 1e-9);
    assert.deepEqual(rest, (({ chance, interest, ...rest }) => rest)(several));
  } else console.log(`   ${several.dealt} and ${one.dealt} deals before time ran out: not compared`);
});

await test('nothing is loaded from elsewhere, and no script but the page\'s own runs', async (page) => {
  for (const name of readdirSync(join(site, 'page')).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const text = readFileSync(join(site, 'page', name), 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
    assert.ok(!/(src|href|import|fetch|url)\W{1,3}(https?:)?\/\//.test(text), name);
  }
  await page.goto(await serveFiles(site));
  await page.waitForSelector('#stage .board .spot');
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'/);
});

end();
await browser.close();
server.kill('SIGINT');
process.exit(process.exitCode);
