// The page without a server where things go wrong: slow networks, small screens, nothing kept, odd links, workers that end:
// node hostile.test.mjs SITE
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { PHONE, serveFiles, startBrowser, tester } from './browser.mjs';

const [site] = process.argv.slice(2);
const browser = await startBrowser();
const { test, end } = tester(browser, PHONE);
const ID = 'boxoff:BBWBBW/BYYYWB/YWWWYY';
const url = await serveFiles(site);
const spot = (square) => `.spot[data-square="${square}"]`;
const made = (page, n) => page.waitForFunction((n) => document.getElementById('count')?.textContent?.startsWith(`${n} move`), n);
const says = (page, id, words) => page.waitForFunction(([id, words]) => new RegExp(words).test(document.getElementById(id)?.textContent ?? ''), [id, words.source], { timeout: 30000 });

await test('on a slow network a first game is soon there, and moves and table entries never wait', async (page, context) => {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  // A poor mobile network.
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 20 * 1024 });
  await page.goto(`${url}#play/${ID}`);
  await page.waitForSelector('.board .spot', { timeout: 60000 });
  await session.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
  // With no network at all, though nothing was kept yet.
  await page.click(spot('e1'));
  await page.click(spot('f1'));
  await made(page, 1);
  await page.click('#undo');
  await made(page, 0);
  await page.click('#hint');
  await says(page, 'note', /Still solvable/);
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 });
  await page.goto(`${url}#table/fujisan/dominoes`);
  await page.waitForSelector('.entry input', { timeout: 60000 });
  // As fast as anybody types: every space takes its own.
  const typed = '004352433240422021151335';
  await page.click('.entry input');
  await page.keyboard.type(typed);
  // On a board that stands upright the spaces have another order in the page than on the table.
  await page.waitForFunction((typed) => {
    const fields = [...document.querySelectorAll('.entry input')].sort((one, other) => Number(one.dataset.cell) - Number(other.dataset.cell));
    return fields.map((field) => field.value).join('') === typed;
  }, typed);
}, /ERR_INTERNET_DISCONNECTED|Failed to fetch/);

await test('what breaks off while it is loaded is said, and tried again with the next question', async (page) => {
  let isBroken = true;
  await page.route('**/desk.wasmz', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${url}#table`);
  await page.waitForSelector('[role=alert]');
  assert.match(await page.textContent('[role=alert]'), /could not be loaded\. Is the network there\?/);
  isBroken = false;
  await page.goto(`${url}#choose`);
  await page.waitForSelector('#stage .board .spot');
  await page.goto(`${url}#table`);
  await page.waitForSelector('.entry input');
}, /ERR_FAILED|registration blocked/, { serviceWorkers: 'block' });

await test('without a service worker and with nothing kept everything works, and the page says so', async (page) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  });
  await page.goto(`${url}#play/${ID}`);
  await page.waitForSelector('.board .spot');
  await says(page, 'desk-note', /could not be kept/);
  await page.click(spot('e1'));
  await page.click(spot('f1'));
  await made(page, 1);
  await page.click('#share');
  await page.fill('#share-address', 'https://example.org/dw');
  await page.press('#share-address', 'Tab');
  await page.click('#sharing button[type=submit]');
  for (const [place, wanted] of [['choose', '#stage .board .spot'], ['table', '.entry input'], ['design', '#meter .gauge'], ['study', '#elsewhere']]) {
    await page.goto(`${url}#${place}`);
    await page.waitForSelector(wanted);
  }
});

await test('odd and damaged links get a sentence', async (page) => {
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot');
  const large = 'A'.repeat(100_000);
  for (const link of ['play/', 'play/nothing', 'play/boxoff:', 'play/boxoff:A?B', 'play/%zz', 'play/%', 'play/boxoff:%00', 'play/<img src=x onerror=alert(1)>', `play/boxoff:${large}`,
    'play/boxoff/ltiles~x', 'play/boxoff/ltiles~%zz@1', 'play/boxoff/nothing~x@1', `play/boxoff/ltiles~${large}@1`, 'play/pretzel/banded?ranks=99~x@1', 'play/~~~@@', 'table/nothing', 'table/pretzel/banded?ranks=99', 'table/pretzel/banded?rows=3', 'table/pretzel/banded?rules=none',
    'play/boxoff/ltiles~x.99999999999999999999@1', `play/fujisan:${'0'.repeat(12)}/${'9'.repeat(12)}`]) {
    await page.goto(`${url}#choose`);
    await page.waitForSelector('#stage .board .spot');
    await page.evaluate((link) => { location.hash = link; }, link);
    await page.waitForSelector('main [role=alert]').catch(() => assert.fail(link.slice(0, 60)));
    const words = await page.textContent('main [role=alert]');
    assert.ok(words.length > 10 && words.length < 1000 && !/undefined|null|TypeError|URI malformed|\[object|internal error/.test(words), `${link.slice(0, 60)}: ${words.slice(0, 200)}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${link.slice(0, 60)}: wider than the screen`);
  }
});

for (const [wide, high] of [[320, 568], [390, 844], [844, 390]]) {
  await test(`nothing is wider than a screen of ${wide} by ${high}`, async (page) => {
    for (const [place, wanted] of [['choose', '#stage .board .spot'], [`play/${ID}`, '.board .spot'], ['play/pretzel/shuffled?ranks=13~x@1', '.board .spot'], ['play/fujisan/dominoes~x@1', '.board .spot'], ['table', '.entry input'], ['table/pretzel/shuffled?ranks=13', '.entry input'], ['design', '#meter .gauge'], ['study', '#elsewhere']]) {
      await page.goto(`${url}#${place}`);
      await page.waitForSelector(wanted, { timeout: 30000 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), place);
    }
    await page.goto(`${url}#play/${ID}`);
    await page.waitForSelector('.board .spot');
    await page.click('#share');
    await page.fill('#share-address', `https://example.org/${'long/'.repeat(20)}`);
    await page.press('#share-address', 'Tab');
    await page.waitForSelector('#share-code svg');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.getElementById('sharing').scrollWidth <= innerWidth), 'the dialog');
  }, null, { viewport: { width: wide, height: high } });
}

await test('a worker that ends is replaced, and what it was at is told', async (page) => {
  await page.addInitScript(() => {
    const workers = window.workers = [];
    window.Worker = class extends Worker {
      constructor(...given) { super(...given); workers.push(this); }
    };
  });
  await page.goto(`${url}#play/${ID}`);
  await page.waitForSelector('.board .spot');
  await page.evaluate(async () => { window.desk = await import(new URL('page/desk.js', document.baseURI).href); });
  const ends = await page.evaluate(async (id) => {
    const { ask, stream } = window.desk;
    const { text } = await ask('setup', { setup: 'pretzel/shuffled' });
    const { id: large } = await ask('deal', { setup: 'pretzel/shuffled', options: { ranks: '13', rules: 'free-rows' }, seed: 'y', solvable: false });
    const works = [ask('why', { id: large }), stream('meter', { text, options: { ranks: '13' }, seed: 'x' }, new AbortController().signal, () => {})];
    const told = works.map((work) => work.then(() => 'done', (error) => error.message));
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const worker of window.workers) worker.dispatchEvent(new ErrorEvent('error', { message: 'the worker was ended' }));
    return { told: await Promise.all(told), line: (await ask('hint', { id, moves: [] })).line.length };
  }, ID);
  assert.deepEqual(ends.told, ['the worker was ended', 'the worker was ended']);
  assert.ok(ends.line > 0);
  await page.click(spot('e1'));
  await page.click(spot('f1'));
  await made(page, 1);
});

await test('a challenge that needs too much memory is refused with a sentence, and the next question is answered', async (page) => {
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot');
  await page.evaluate(async () => { window.desk = await import(new URL('page/desk.js', document.baseURI).href); });
  const found = await page.evaluate(async (id) => {
    const { ask } = window.desk;
    const rows = Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, column) => 'ABCDEFGH'[(row * 3 + column * 5) % 8]).join(''));
    const words = await ask('why', { id: `boxoff:${rows.join('/')}` }).then(() => 'answered', (error) => error.message);
    return { words, line: (await ask('hint', { id, moves: [] })).line.length };
  }, ID);
  assert.ok(found.words === 'answered' || /undecided|memory|too large/i.test(found.words), found.words);
  assert.ok(found.line > 0);
});

await test('two windows with one game do not lose each other\'s moves', async (page, context) => {
  await page.goto(`${url}#play/${ID}`);
  await page.waitForSelector('.board .spot');
  const other = await context.newPage();
  await other.goto(`${url}#play/${ID}`);
  await other.waitForSelector('.board .spot');
  await page.click(spot('e1'));
  await page.click(spot('f1'));
  await made(page, 1);
  await other.reload();
  await made(other, 1);
});

await test('no request leaves the page\'s own folder, whatever is done', async (page, context) => {
  const asked = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  await says(page, 'desk-note', /works without a network/);
  await page.waitForSelector('#stage .board .spot');
  await page.click('#deal');
  await page.waitForFunction(() => location.hash.startsWith('#play/') && document.querySelector('.board .spot'));
  await page.click('#hint');
  await says(page, 'note', /Still solvable/);
  await Promise.all([page.waitForEvent('download'), page.click('#print')]);
  await page.click('#share');
  await page.fill('#share-address', 'https://example.org/dw');
  await page.press('#share-address', 'Tab');
  await page.waitForSelector('#share-code svg');
  await page.click('#sharing button[type=submit]');
  for (const [place, wanted] of [['design', '#meter .gauge'], ['table', '.entry input'], ['study', '#elsewhere']]) {
    await page.goto(`${url}#${place}`);
    await page.waitForSelector(wanted);
  }
  const away = asked.filter((address) => !address.startsWith(url) && !/^(data|blob):/.test(address));
  assert.ok(asked.length > 10);
  assert.deepEqual(away, []);
});

await test('python3 -m http.server is enough, from a folder whose name has spaces', async (page) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'dealwright hostile-')), 'a web space');
  cpSync(site, join(folder, 'sub folder'), { recursive: true });
  const port = await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => resolve(port)); });
  });
  const server = spawn('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', folder], { stdio: 'ignore' });
  try {
    const there = `http://localhost:${port}/sub%20folder/`;
    for (let n = 0; n < 100 && !(await fetch(there).then((answer) => answer.ok, () => false)); n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    await page.goto(there);
    await says(page, 'desk-note', /works without a network/);
    server.kill();
    await page.goto(`${there}#design`);
    await page.waitForSelector('#meter .gauge');
    await page.reload();
    await page.waitForSelector('#meter .gauge');
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

end();
await browser.close();
process.exit(process.exitCode ?? 0);
