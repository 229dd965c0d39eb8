// How large and how fast the page without a server is, printed as a table: node measure.mjs SITE NATIVE
// NATIVE is the example desk_speed, which does the same work outside of a browser. Nothing is judged here: figures go into
// docs/site.md.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PHONE, startBrowser } from './browser.mjs';

const [site, native] = process.argv.slice(2);
const rows = [];
const row = (what, ...values) => { rows.push([what, ...values]); console.log(`| ${[what, ...values].join(' | ')} |`); };
const kb = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;
const ms = (time) => `${time.toFixed(0)} ms`;
const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

console.log(`${cpus()[0].model}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GB; node ${process.version}`);

// Size by part.
console.log('\n| part | compressed | unpacked |\n|---|---|---|');
// A first game needs what the page names at its head, and the worker with what it runs.
const head = readFileSync(join(site, 'index.html'), 'utf8');
const isFirst = (name) => head.includes(`page/${name}"`) || ['index.html', 'manifest.webmanifest', 'worker.js', 'wasm.js'].includes(name);
const groups = { 'page for a first game': [0, 0], 'first.wasmz': [0, 0], 'screens loaded when needed': [0, 0], 'desk.wasmz': [0, 0], 'print.wasmz': [0, 0] };
const files = ['index.html', 'manifest.webmanifest', ...readdirSync(join(site, 'page')).map((name) => `page/${name}`)];
for (const file of files.filter((name) => !name.endsWith('.png'))) {
  const bytes = readFileSync(join(site, file));
  const name = file.split('/').pop();
  const group = groups[name] ?? groups[isFirst(name) ? 'page for a first game' : 'screens loaded when needed'];
  group[0] += name.endsWith('.wasmz') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  group[1] += name.endsWith('.wasmz') ? gunzipSync(bytes).length : bytes.length;
}
for (const [name, [packed, whole]] of Object.entries(groups)) row(name, kb(packed), kb(whole));

// A host that compresses, as most do, and counts what it sends.
let sent = 0;
const host = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
  let bytes;
  try { bytes = readFileSync(join(site, path === '/' ? 'index.html' : path)); } catch { return response.writeHead(404).end(); }
  const kinds = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', webmanifest: 'application/manifest+json' };
  const kind = kinds[(path === '/' ? 'index.html' : path).split('.').pop()];
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  const head = { 'content-type': kind ?? 'application/octet-stream', etag };
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, head).end();
  if (kind && !kind.startsWith('image/png')) { bytes = gzipSync(bytes, { level: 9 }); head['content-encoding'] = 'gzip'; }
  sent += bytes.length;
  response.writeHead(200, head).end(bytes);
});
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
const url = `http://localhost:${host.address().port}/`;
const browser = await startBrowser();

console.log('\n| load (phone size) | board is shown | first move is made | sent until the board, what is kept for later included | sent in all |\n|---|---|---|---|---|');
const networks = { 'no limit': null, '1.6 Mbit/s, 150 ms (slow 4G)': { latency: 150, downloadThroughput: 1.6e6 / 8 }, '400 kbit/s, 400 ms (3G)': { latency: 400, downloadThroughput: 4e5 / 8 } };
for (const [name, network] of Object.entries(networks)) {
  const context = await browser.newContext(PHONE);
  for (const visit of ['first', 'second']) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (network) await session.send('Network.emulateNetworkConditions', { offline: false, uploadThroughput: network.downloadThroughput, ...network });
    sent = 0;
    let begun = performance.now();
    await page.goto(url);
    await page.waitForSelector('#stage .board .spot');
    const shown = performance.now() - begun;
    const bytes = sent;
    // Whatever is legal first is played: a deal lies there at once.
    await page.waitForSelector('.board .spot.can');
    const [from, to] = await page.evaluate(async () => {
      const desk = await import(new URL('page/desk.js', document.baseURI).href);
      const { legal } = await desk.ask('position', { id: document.getElementById('id').textContent, moves: [] });
      return [legal[0].from, legal[0].to];
    });
    await page.click(`.spot[data-square="${from}"]`);
    await page.click(`.spot[data-square="${to}"]`);
    await page.waitForFunction(() => /^1 move/.test(document.getElementById('count').textContent));
    const moved = performance.now() - begun;
    if (visit === 'first') await page.waitForFunction(() => /works without a network/.test(document.getElementById('desk-note').textContent), null, { timeout: 120000 });
    row(`${visit} visit, ${name}`, ms(shown), ms(moved), kb(bytes), kb(sent));
    await page.close();
  }
  await context.close();
}

// In the browser: what somebody waits for.
const page = await (await browser.newContext(PHONE)).newPage();
await page.goto(url);
await page.waitForSelector('#stage .board .spot');
const waits = await page.evaluate(async () => {
  const { ask } = await import(new URL('page/desk.js', document.baseURI).href);
  const timed = async (work) => { const begun = performance.now(); await work(); return performance.now() - begun; };
  const ids = [];
  for (let start = 0; start < 20; start += 1) ids.push((await ask('deal', { setup: 'pretzel/shuffled', options: { ranks: '13' }, seed: 'deck', solvable: false, start })).id);
  const hints = [];
  for (const id of ids) hints.push(await timed(() => ask('hint', { id, moves: [] })));
  const moves = [];
  for (let n = 0; n < 50; n += 1) moves.push(await timed(() => ask('position', { id: ids[n % 20], moves: [] })));
  return { hints, moves };
});
console.log('\n| wait in the browser | middle | longest |\n|---|---|---|');
row('position of the full deck (a move)', ms(middle(waits.moves)), ms(Math.max(...waits.moves)));
row('hint for the full deck, 20 deals', ms(middle(waits.hints)), ms(Math.max(...waits.hints)));
await browser.close();
host.close();

// The same work in WebAssembly and native, by the time of the processor.
const source = readFileSync(join(site, 'page', 'wasm.js'), 'utf8');
const { openDesk } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const module = await WebAssembly.compile(gunzipSync(readFileSync(join(site, 'page', 'desk.wasmz'))));
const there = JSON.parse(execFileSync(native, { encoding: 'utf8' }));
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
console.log('\n| on one core | native | WebAssembly | share |\n|---|---|---|---|');
for (const { setup, dealt, seconds } of there.meters) {
  const desk = await openDesk(module);
  const { text } = desk.ask('setup', { setup });
  const options = setup === 'pretzel/shuffled' ? { ranks: '9' } : {};
  // Once before, until the browser's compiler is done with it.
  const run = (most) => {
    const { stream } = desk.open('meter', { text, options, seed: 'meter' });
    const begun = used();
    let found = 0;
    for (let done = false; !done && found < most;) {
      const piece = desk.goOn(stream, 50);
      found = piece.told?.dealt ?? found;
      done = piece.done;
    }
    desk.close(stream);
    return found / (used() - begun);
  };
  run(dealt / 4);
  const here = run(dealt);
  row(`meter, ${setup}${options.ranks ? ' with 9 ranks' : ''}`, `${(dealt / seconds).toFixed(0)} deals/s`, `${here.toFixed(0)} deals/s`, `${(100 * here * seconds / dealt).toFixed(0)}%`);
}
const desk = await openDesk(module);
const ids = Array.from({ length: there.hints.count }, (_, start) => desk.ask('deal', { setup: 'pretzel/shuffled', options: { ranks: '13' }, seed: 'deck', solvable: false, start }).id);
desk.ask('hint', { id: ids[0], moves: [] });
const begun = used();
for (const id of ids) desk.ask('hint', { id, moves: [] });
const here = used() - begun;
row('hint for the full deck', ms(1000 * there.hints.seconds / there.hints.count), ms(1000 * here / ids.length), `${(100 * there.hints.seconds / here).toFixed(0)}%`);
