// Links, codes, paper and other devices, in a real browser: node others.test.mjs DEALWRIGHT SITE
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { PHONE, serveFiles, startBrowser, tester } from './browser.mjs';

const [program, site] = process.argv.slice(2);
const browser = await startBrowser();
const { test, end } = tester(browser, PHONE);
const ID = 'boxoff:BBWBBW/BYYYWB/YWWWYY';
const servers = [];

/** Starts a server; what it printed, once it printed the last line that is wanted. */
async function serve(wanted, ...more) {
  const folder = mkdtempSync(join(tmpdir(), 'dealwright-others-'));
  const server = spawn(program, ['serve', '--port', '0', '--no-open', '--dir', folder, ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
  servers.push(server);
  let text = '';
  for await (const data of server.stdout) {
    text += data;
    if (wanted.test(text)) break;
  }
  return { text, url: text.split('\n')[0] };
}
const alone = await serve(/\n/);
const open = await serve(/token: .*\n/, '--bind', '0.0.0.0');
const linked = await serve(/\n/, '--link', 'https://example.org/dw');
const files = await serveFiles(site);
const ways = { 'the static app': files, 'a server': alone.url };
const says = (page, id, words) => page.waitForFunction(([id, words]) => new RegExp(words).test(document.getElementById(id)?.textContent ?? ''), [id, words.source], { timeout: 30000 });

for (const [way, url] of Object.entries(ways)) {
  await test(`the same links open in ${way}`, async (page) => {
    const seeds = ['pretzel/banded?ranks=9~hello@1', 'boxoff/ltiles~h%C3%A4.3@1', 'boxoff/ltiles~a%20b@1'];
    const other = (seed) => `${encodeURIComponent(seed.split('~')[0])}~${seed.split('~')[1].replace('@', '%40')}`;
    for (const [link, id] of [[ID, ID], [encodeURIComponent(ID), ID], ...seeds.flatMap((seed) => [[seed, seed], [other(seed), seed]])]) {
      const found = await (await fetch(`${alone.url}api/position`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id, moves: [] }) })).json();
      await page.goto('about:blank');
      await page.goto(`${url}#play/${link}`);
      await page.waitForFunction((id) => document.getElementById('id')?.textContent === id, found.id);
    }
    await page.goto('about:blank');
    await page.goto(`${url}#table/pretzel/banded?ranks=5`);
    await page.waitForSelector('.entry input');
    assert.equal(await page.inputValue('#table-setup'), 'pretzel/banded');
    assert.equal(await page.inputValue('#table-ranks'), '5');
  });
}

/** Links as they should be, read from the dialog. */
async function shown(page, url) {
  await page.goto(`${url}#play/${ID}`);
  await page.waitForSelector('.board .spot');
  await page.click('#share');
  await page.waitForSelector('#sharing[open]');
}

await test('on this computer alone the page says that others cannot open a link, and takes an address for them', async (page, context) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const url of Object.values(ways)) {
    await shown(page, url);
    await says(page, 'share-words', /no other device can open the link/);
    assert.equal(await page.locator('#share-code svg').count(), 0, 'no code that leads nowhere');
    await page.fill('#share-address', 'not an address');
    await page.press('#share-address', 'Tab');
    await says(page, 'share-words', /is not the address of a page/);
    await page.fill('#share-address', 'example.org/games');
    await page.press('#share-address', 'Tab');
    await page.waitForSelector('#share-code svg');
    assert.equal(await page.textContent('#share-link'), `https://example.org/games/#play/${ID}`);
    await page.click('#sharing button[type=submit]');
    await page.click('#copy');
    await says(page, 'note', /Link copied\.$/);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `https://example.org/games/#play/${ID}`);
    await page.reload();
    await page.waitForSelector('.board .spot');
    await page.click('#share');
    await page.waitForFunction(() => document.getElementById('share-link')?.textContent?.startsWith('https://example.org/games/'));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
  }
});

await test('a server with --link, and one that others reach, give links that others can open', async (page) => {
  await shown(page, linked.url);
  await page.waitForSelector('#share-code svg');
  assert.equal(await page.textContent('#share-link'), `https://example.org/dw/#play/${ID}`);
  assert.match(open.text, /^http:\/\/localhost:\d+\/\n/);
  const reached = open.text.split('\n').find((line) => /^http:\/\/[\d.]+:/.test(line));
  await shown(page, open.url);
  if (reached) {
    await page.waitForSelector('#share-code svg');
    assert.equal(await page.textContent('#share-link'), `${reached}#play/${ID}`);
    // The phone itself: under the address that was printed.
    await shown(page, reached);
    await page.waitForSelector('#share-code svg');
    assert.equal(await page.textContent('#share-link'), `${reached}#play/${ID}`);
    await says(page, 'desk-note', /cannot work offline/);
  } else console.log('   this machine has no network: not tried under its address');
});

await test('another device begins a study with the token, which is asked for once', async (page, context) => {
  const token = open.text.match(/token: (\S+)/)[1];
  // As a proxy marks what comes from elsewhere, so that this is tried on machines without a network too.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '10.1.2.3' });
  await page.goto(`${open.url}#play/${ID}`);
  await page.waitForSelector('.board .spot');
  await page.goto(`${open.url}#study`);
  await page.selectOption('#study-setups', ['boxoff/ltiles']);
  await page.fill('#study-samples', '50');
  await page.click('#study-begin');
  await page.waitForSelector('#token-dialog[open]');
  await page.click('#token-leave');
  await says(page, 'study-problem', /needs the token that dealwright serve printed/);
  await page.click('#study-begin');
  await page.fill('#token', 'abcd-abcd-abcd');
  await page.click('#token-give');
  await says(page, 'token-why', /This is not the token/);
  await page.fill('#token', token.toUpperCase());
  await page.click('#token-give');
  await says(page, 'progress', /50 of 50 challenges/);
  await page.goto(`${open.url}#study`);
  await page.fill('#study-name', 'second');
  await page.selectOption('#study-setups', ['boxoff/ltiles']);
  await page.fill('#study-samples', '50');
  await page.click('#study-begin');
  await says(page, 'progress', /50 of 50 challenges/);
}, /401/);

/** What is in a PDF, object by object. Two programs that compress alike need not do it in the same way. @param {Buffer} pdf */
function objects(pdf) {
  const text = pdf.toString('latin1');
  const found = [];
  for (const [, number, content] of text.matchAll(/\n(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [, head, stream] = content.match(/^(.*?)(?:\nstream\n(.*)\nendstream)?$/s);
    const plain = stream === undefined ? '' : /FlateDecode/.test(head) ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream;
    found.push(`${number}: ${head.replace(/\/Length \d+/, '')} ${plain.replace(/InstanceID>[^<]*/g, '')}`);
  }
  return found;
}

await test('paper is the same in the browser as from a server, object by object', async (page) => {
  await page.goto(files);
  await page.waitForSelector('#stage .board .spot');
  await page.evaluate(async () => { window.desk = await import(new URL('page/desk.js', document.baseURI).href); });
  const { text } = await page.evaluate(() => window.desk.ask('setup', { setup: 'fujisan/dominoes' }));
  const link = 'https://example.org/dw';
  for (const [what, body] of [
    ['challenge', { id: ID, page: 'A5', link }], ['challenge', { id: 'pretzel/banded?ranks=9~x@1', ink: 'grey' }],
    ['kit', { text, page: 'Letter', link }], ['kit', { text, backs: 'long', ink: 'low' }],
  ]) {
    const begun = performance.now();
    const here = Buffer.from(await page.evaluate(async ([what, body]) => {
      const blob = await window.desk.print(what, body, new AbortController().signal);
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, [what, body]));
    const took = performance.now() - begun;
    const answer = await fetch(`${alone.url}api/print/${what}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const there = Buffer.from(await answer.arrayBuffer());
    console.log(`   ${what}: ${here.length} bytes in ${took.toFixed(0)} ms`);
    assert.equal(here.subarray(0, 5).toString(), '%PDF-');
    const [ours, theirs] = [objects(here), objects(there)];
    assert.ok(ours.length > 8 && ours.some((object) => /BT|Tj|TJ/.test(object)), 'it has been read');
    assert.deepEqual(ours, theirs);
  }
  const refusals = await page.evaluate(() => Promise.all([['challenge', { id: 'nothing' }], ['challenge', { id: 'boxoff:AABB', page: '1x1' }], ['kit', { text: '', ink: 'gold' }], ['challenge', { id: 'boxoff:AABB', link: 'javascript:1' }]]
    .map(([what, body]) => window.desk.print(what, body, new AbortController().signal).then(() => 'printed', (error) => error.message))));
  assert.match(refusals[1], /expected A4, Letter, A5/);
  assert.match(refusals[3], /'link': expected the address of a page/);
  assert.ok(refusals.every((words) => words !== 'printed'), refusals.join());
});

await test('printing is stopped within a moment and tried again', async (page) => {
  await page.goto(files);
  await page.waitForSelector('#stage .board .spot');
  await page.evaluate(async () => { window.desk = await import(new URL('page/desk.js', document.baseURI).href); });
  const { text } = await page.evaluate(() => window.desk.ask('setup', { setup: 'pretzel/banded' }));
  const found = await page.evaluate(async (text) => {
    const body = { text, options: { ranks: '13' } };
    await window.desk.print('challenge', { id: 'boxoff:AABB' }, new AbortController().signal);
    const times = [];
    for (let n = 0; n < 3; n += 1) {
      const leave = new AbortController();
      const work = window.desk.print('kit', body, leave.signal).then(() => 'printed', (error) => error.name);
      await new Promise((resolve) => setTimeout(resolve, 30));
      const left = performance.now();
      leave.abort();
      times.push({ end: await work, took: performance.now() - left });
    }
    return { times, size: (await window.desk.print('kit', body, new AbortController().signal)).size };
  }, text);
  assert.ok(found.times.every(({ end }) => end === 'AbortError'), JSON.stringify(found));
  assert.ok(Math.min(...found.times.map(({ took }) => took)) < 100);
  assert.ok(found.size > 10000);
});

await test('the buttons print with codes that lead to the address given', async (page) => {
  await page.goto(`${files}#play/${ID}`);
  await page.waitForSelector('.board .spot');
  const saved = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#print')]);
    return readFileSync(await download.path());
  };
  const plain = await saved();
  await says(page, 'note', /print it at 100%/);
  await page.evaluate(() => localStorage.setItem('dealwright.link', JSON.stringify('https://example.org/dw/')));
  assert.ok(!(await saved()).equals(plain), 'the code has another text');
});

end();
for (const server of servers) server.kill('SIGINT');
await browser.close();
process.exit(process.exitCode ?? 0);
