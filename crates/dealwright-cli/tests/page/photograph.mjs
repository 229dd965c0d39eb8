// The pictures of the page in docs/pictures, taken in a browser: node photograph.mjs DEALWRIGHT SITE docs/pictures
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFiles, startBrowser } from './browser.mjs';

const [program, site, out] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'dealwright-photograph-'));
const url = await serveFiles(site);
const browser = await startBrowser();

/** A page of a size, light or dark. */
async function page(width, height, colorScheme = 'light', more = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, serviceWorkers: 'block', ...more });
  return context.newPage();
}

/** A game after some moves; with its level, if that is waited for. */
async function game(shown, link, moves = 0, isRated = true) {
  await shown.goto(`${url}#play/${link}`);
  await shown.waitForSelector('.board .spot');
  const rated = () => isRated ? shown.waitForFunction(() => /level: /.test(document.getElementById('facts')?.textContent ?? ''), null, { timeout: 120000 }) : null;
  await rated();
  const id = await shown.textContent('#id');
  const line = await shown.evaluate(async ([id, moves]) => {
    const { ask } = await import(new URL('page/desk.js', document.baseURI).href);
    const { line } = await ask('hint', { id, moves: [] });
    localStorage.setItem(`dealwright.game.${id}`, JSON.stringify({ ...JSON.parse(localStorage.getItem(`dealwright.game.${id}`) ?? '{}'), history: [line.slice(0, moves)], at: 0, time: 1, spent: 83000 }));
    return line;
  }, [id, moves]);
  if (moves > 0) {
    await shown.reload();
    await shown.waitForFunction((n) => document.getElementById('count')?.textContent?.startsWith(`${n} move`), moves);
    await rated();
  }
  await shown.waitForTimeout(500);
  return { id, line };
}

// A game as it begins.
const play = await page(760, 690);
await game(play, 'boxoff/ltiles~compare@1');
await play.screenshot({ path: join(out, 'page-play.png') });

// Phones: the landing, a mountain that stands upright, cards in the dark, a run that is held, a guided game.
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const phones = [];
const take = async (shown) => phones.push((await shown.screenshot()).toString('base64'));
const home = await page(390, 844, 'light', phone);
await home.goto(url);
await home.waitForSelector('#stage .board .spot');
await home.waitForTimeout(1500);
await take(home);
const mountain = await page(390, 844, 'light', phone);
await game(mountain, 'fujisan/dominoes~hello@1', 3);
await mountain.tap('.spot.can');
await take(mountain);
const cards = await page(390, 844, 'dark', phone);
await game(cards, 'pretzel/banded?ranks=9~hello.2@1', 4, false);
await take(cards);
const stacks = await page(390, 844, 'dark', phone);
await game(stacks, 'klondike/shuffled~a@1', 81, false);
await take(stacks);
const learning = await page(390, 844, 'light', phone);
await learning.goto(`${url}#learn/pretzel`);
await learning.waitForSelector('.spot.hinted');
await take(learning);
const wall = await page(1250, 545);
await wall.setContent(`<style>body { margin: 0; background: #fff; display: flex; gap: 10px; padding: 4px; } img { width: 238px; border: 1px solid #bbb; border-radius: 10px; }</style>${phones.map((data) => `<img src="data:image/png;base64,${data}">`).join('')}`);
await wall.waitForTimeout(300);
await wall.screenshot({ path: join(out, 'page-phones.png') });

// What a study says.
execFileSync(program, ['study', 'boxoff/ltiles', 'boxoff/abc', 'fujisan/dominoes', '--samples', '300', '--measures', 'length,chance,cause', '--seed', 'hello', '--out', join(folder, 'three-kits')], { stdio: 'ignore' });
const server = spawn(program, ['serve', '--port', '0', '--no-open', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
const served = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
const study = await page(1080, 900);
await study.goto(`${served}#study/three-kits`);
await study.waitForSelector('#shares');
await study.waitForTimeout(500);
await study.screenshot({ path: join(out, 'page-study.png') });

// The builder, with figures of many deals and then with a fault. Its figures are of the moment.
const DEALS = 700;
const design = await page(1180, 980, 'light', { reducedMotion: 'reduce' });
const photograph = (name) => design.screenshot({ path: join(out, name) });
const measured = () => design.waitForFunction((deals) => Number(document.querySelector('#meter p')?.textContent?.split(' ')[0]) > deals, DEALS, { timeout: 300000 });
await design.goto(`${served}#design`);
await design.waitForSelector('#bench .square');
if (await design.inputValue('#design-setup') !== 'boxoff/ltiles') await design.selectOption('#design-setup', 'boxoff/ltiles');
await design.waitForFunction(() => document.getElementById('design-setup').value === 'boxoff/ltiles' && document.querySelector('#tray .made'));
await measured();
await photograph('page-design.png');
await design.click('[data-symbol="D"]');
await design.click('[data-focus="cell-tiles-0-0-2"]');
await design.waitForSelector('#problems');
await design.waitForSelector('#meter.stale');
await design.evaluate(() => { /** @type {HTMLElement} */ (document.activeElement).blur(); document.querySelector('.tabs').scrollIntoView(); });
await design.waitForTimeout(300);
await photograph('page-builder.png');
server.kill('SIGINT');
await browser.close();
for (const name of ['page-play', 'page-phones', 'page-study', 'page-design', 'page-builder']) console.log(`${name}.png: ${(readFileSync(join(out, `${name}.png`)).length / 1024).toFixed(0)} KB`);
process.exit(0);
