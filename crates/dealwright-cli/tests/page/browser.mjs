// A browser, and a web space that knows nothing but files, below a path as on a host that has others too.
import assert from 'node:assert/strict';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

export const startBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', webmanifest: 'application/manifest+json' };
const BELOW = '/some/where/';

/** Serves a directory; its address. @param {string | (() => string)} folder @param {(path: string) => void} [seen] */
export async function serveFiles(folder, seen = () => {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
    seen(path);
    const file = join(typeof folder === 'string' ? folder : folder(), normalize(path.startsWith(BELOW) ? path.slice(BELOW.length) || 'index.html' : '../'));
    try {
      if (!statSync(file).isFile()) throw new Error('no file');
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': KINDS[file.split('.').pop() ?? ''] ?? 'application/octet-stream', 'cache-control': 'max-age=600' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  server.unref();
  return `http://localhost:${server.address().port}${BELOW}`;
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A service worker that is kept away, and a file of the first game that a busy machine takes seconds to use. */
export const HARMLESS = /registration blocked by Playwright|was preloaded using link preload but not used within a few seconds/;

/**
 * Runs tests one after the other, each with a browser of its own that knows nothing yet. The console has to stay empty, but
 * for what is expected.
 */
export function tester(browser, usual) {
  let failed = 0;
  return {
    async test(name, work, expected = null, options = {}) {
      // ONLY=words runs the tests whose names have them.
      if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
      const context = await browser.newContext({ ...usual, ...options });
      const page = await context.newPage();
      const noise = [];
      const listen = (page) => {
        page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) noise.push(message.text()); });
        page.on('pageerror', (error) => noise.push(error.message));
      };
      listen(page);
      context.on('page', listen);
      try {
        await work(page, context);
        assert.deepEqual(noise.filter((line) => !expected?.test(line) && !HARMLESS.test(line)), [], 'the console stays empty');
        console.log(`ok: ${name}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED: ${name}\n${error.stack}\n${noise.join('\n')}`);
      } finally {
        await context.close();
      }
    },
    end() {
      process.exitCode = failed ? 1 : 0;
    },
  };
}
