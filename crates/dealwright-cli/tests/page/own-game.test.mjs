// The page knows a game that is not part of Dealwright: node own-game.test.mjs OWN-GAME
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { startBrowser } from './browser.mjs';

const [program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'own-game-'));
const server = spawn(program, ['serve', '--port', '0', '--no-open', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const noise = [];
  page.on('pageerror', (error) => noise.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') noise.push(message.text()); });
  await page.goto(url);
  await page.waitForSelector('#stage .board .spot');
  await page.check('#game-accordion', { force: true });
  await page.waitForFunction(() => document.getElementById('id')?.textContent?.startsWith('accordion:') && document.querySelector('#stage .board .spot'), null, { timeout: 20000 });
  await page.click('#more-kinds summary');
  await page.selectOption('#level', '');
  await page.selectOption('#setup', 'accordion/ranked');
  await page.selectOption('#size-ranks', '4');
  await page.click('#deal');
  await page.waitForFunction(() => location.hash.startsWith('#play/accordion/ranked') && document.querySelector('.board .spot'), null, { timeout: 20000 });
  const id = await page.textContent('#id');
  assert.match(id, /^accordion:/);
  const ask = async (path, body) => (await fetch(`${url}api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
  const made = (n) => page.waitForFunction((n) => document.getElementById('count')?.textContent?.startsWith(`${n} move`), n);
  // A refused move says why.
  const first = await ask('position', { id, moves: [], attempt: ['a1', 'b1'] });
  assert.equal(first.stopped.why, 'no move leads from a1 to b1');
  const { line } = await ask('hint', { id, moves: [] });
  for (let n = 0; n < line.length; n += 1) {
    const { legal } = await ask('position', { id, moves: line.slice(0, n) });
    const step = legal.find((legal) => legal.move === line[n]);
    await page.click(`.spot[data-square="${step.from}"]`);
    await page.click(`.spot[data-square="${step.to}"]`);
    await made(n + 1);
  }
  await page.waitForSelector('#won[open]');
  await page.keyboard.press('Escape');
  // It has no lessons: its description and a solution stand in for them, also as a guided game.
  await page.click('#rules');
  await page.waitForSelector('.lesson .board svg');
  await page.click('#to-tutorial');
  await page.waitForSelector('.learn .spot.hinted');
  assert.match(await page.textContent('.learn'), /Put a card onto its left neighbour/);
  assert.deepEqual(noise, []);
  console.log('ok: a game of somebody else is chosen, dealt and won on the page');
} finally {
  await browser.close();
  server.kill();
}
