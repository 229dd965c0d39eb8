// Photographs the design screen for the documentation: node photograph.mjs DEALWRIGHT FOLDER
// (from target/page-tests, as ./test prepares it). Figures are of the moment, so the pictures are not compared.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startBrowser } from './browser.mjs';

const [program, folder] = process.argv.slice(2);
/** Deals that the meter has seen when a picture is taken. */
const DEALS = 700;
const server = spawn(program, ['serve', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1180, height: 980 }, reducedMotion: 'reduce' });
const photograph = (name) => page.screenshot({ path: join(folder, name) });
const measured = () => page.waitForFunction((deals) => Number(document.querySelector('#meter p')?.textContent?.split(' ')[0]) > deals, DEALS, { timeout: 300000 });

await page.goto(`${url}#design`);
await page.waitForSelector('#bench .square');
if (await page.inputValue('#design-setup') !== 'boxoff/ltiles') await page.selectOption('#design-setup', 'boxoff/ltiles');
await page.waitForFunction(() => document.getElementById('design-setup').value === 'boxoff/ltiles' && document.querySelector('#tray .made'));
await measured();
await photograph('page-design.png');
await page.click('[data-symbol="D"]');
await page.click('[data-focus="cell-tiles-0-0-2"]');
await page.waitForSelector('#problems');
await page.waitForSelector('#meter.stale');
await page.evaluate(() => { /** @type {HTMLElement} */ (document.activeElement).blur(); document.querySelector('.tabs').scrollIntoView(); });
await page.waitForTimeout(300);
await photograph('page-builder.png');
await browser.close();
server.kill('SIGINT');
