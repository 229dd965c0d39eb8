// What only a server does, and what it refuses.
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { GAMES, api, dealt, test, open, desk, served } from './world.mjs';

if (desk === 'server') await test('a challenge and a kit are printed', async (page) => {
  const saved = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#print')]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  await open(page, GAMES.fujisan);
  const [name, challenge] = await saved();
  assert.equal(name, 'challenge.pdf');
  assert.equal(challenge.subarray(0, 5).toString(), '%PDF-');
  await page.waitForFunction(() => /print it at 100%/.test(document.getElementById('note')?.textContent ?? ''));
  await page.selectOption('#print-page', 'Letter');
  const [, letter] = await saved();
  assert.ok(!letter.equals(challenge), 'the paper matters');
  await page.click('a[href="#design"]');
  await page.waitForSelector('#bench .square');
  await page.selectOption('#print-ink', 'low');
  const [kit, pieces] = await saved();
  assert.equal(kit, 'kit.pdf');
  assert.ok(pieces.subarray(0, 5).toString() === '%PDF-' && pieces.length > 10000);
  // What cannot be printed is said.
  await page.click('#to-file');
  await page.fill('#design-text', 'nonsense');
  await page.click('#print');
  await page.waitForFunction(() => /line 1/.test(document.getElementById('printed')?.textContent ?? ''));
  const wrong = await Promise.all([['print/challenge', { id: 'boxoff:AABB', page: '1x1' }], ['print/challenge', { id: 'nothing' }], ['print/kit', { text: '', ink: 'gold' }]]
    .map(([path, body]) => fetch(`${served}api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })));
  assert.deepEqual(wrong.map((answer) => answer.status), [400, 400, 400]);
}, /400/);

if (desk === 'server') await test('ten designers do not starve a player', async () => {
  const { text } = await api('setup', { setup: 'fujisan/dominoes' });
  const leave = new AbortController();
  const meters = Array.from({ length: 10 }, (_, n) => fetch(`${served}api/meter`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text, seed: String(n) }), signal: leave.signal,
  }));
  const streams = await Promise.all(meters);
  assert.ok(streams.every((stream) => stream.ok));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const begun = performance.now();
  const hint = await api('hint', { id: GAMES.fujisan, moves: [] });
  console.log(`   hint beside ten meters: ${(performance.now() - begun).toFixed(0)} ms`);
  assert.equal(hint.verdict, 'solvable');
  leave.abort();
});

if (desk === 'server') await test('hints come soon', async () => {
  const pretzel = await dealt({ setup: 'pretzel/banded', options: { ranks: '9' }, seed: 'hints' });
  for (const id of [GAMES.fujisan, pretzel.id]) {
    const times = [];
    for (let n = 0; n < 5; n += 1) {
      const begun = performance.now();
      await api('hint', { id, moves: [] });
      times.push(performance.now() - begun);
    }
    // Shown, not judged: a busy machine is slow.
    console.log(`   hint for ${id.split(':')[0]}: ${Math.min(...times).toFixed(0)} ms`);
  }
});

if (desk === 'server') await test('strangers and monsters are refused', async () => {
  const answers = await Promise.all([
    fetch(`${served}api/position`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'x'.repeat(100000) }),
    fetch(`${served}api/position`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"nothing"}' }),
    fetch(`${served}api/nothing`),
    fetch(`${served}page/..%2fsecret`),
  ]);
  assert.deepEqual(answers.map((answer) => answer.status), [413, 400, 404, 404]);
  const { request } = await import('node:http');
  const status = await new Promise((resolve) => request(served, { headers: { host: 'evil.example' } }, (answer) => resolve(answer.statusCode)).end());
  assert.equal(status, 403);
  const page = await fetch(served);
  assert.match(page.headers.get('content-security-policy'), /default-src 'none'/);
});
