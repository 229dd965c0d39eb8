// Learning a game on the page: its rules, guided first moves, how a deal is laid out by hand.
import assert from 'node:assert/strict';
import { GAMES, api, barriers, open, pictures, size, spot, test, url } from './world.mjs';

await test('the rules are beside every board, each with an example that plays', async (page) => {
  const { games } = await (await fetch(`${(await import('./world.mjs')).served}api/games`)).json();
  for (const [name, id] of Object.entries(GAMES)) {
    const game = games.find((game) => game.name === name);
    await open(page, id);
    await page.click('#rules');
    await page.waitForFunction((n) => document.querySelectorAll('.lesson .board svg').length > 0 && document.querySelectorAll('.lesson').length === n, game.lessons.length);
    assert.match(await page.textContent('#rules-of'), new RegExp(game.about.slice(0, 40)));
    // The first example goes on by itself.
    await page.waitForFunction(() => /: /.test(document.querySelector('.lesson .caption')?.textContent ?? ''), null, { timeout: 15000 });
    const refusing = game.lessons.findIndex((lesson) => lesson.refused);
    const refused = page.locator('.lesson').nth(refusing);
    await refused.scrollIntoViewIfNeeded();
    await refused.locator('.refused').first().waitFor({ timeout: 15000 });
    assert.match(await refused.locator('.caption').textContent(), /^Not allowed: /);
    if (pictures) await page.screenshot({ path: `${pictures}/rules-${name}-${size}.png` });
    await page.click('#lay-out summary');
    await page.waitForSelector('#layout li');
    const told = await api('layout', { setup: await page.inputValue('#layout-setup') });
    assert.equal(await page.locator('#layout li').count(), told.steps.length);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.click('#close-rules');
    await page.waitForSelector('#rules-of', { state: 'detached' });
  }
});

await test('without motion an example is stepped through by hand', async (page) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, GAMES.boxoff);
  await page.click('#rules');
  const first = page.locator('.lesson').first();
  await first.locator('.board svg').waitFor();
  await page.waitForTimeout(1800);
  assert.equal(await first.locator('.caption').textContent(), '');
  await first.locator('button', { hasText: 'Next step' }).click();
  await page.waitForFunction(() => /: /.test(document.querySelector('.lesson .caption')?.textContent ?? ''));
});

for (const name of Object.keys(GAMES)) {
  await test(`${name} is learned by doing what is shown`, async (page) => {
    const { games } = await (await fetch(`${(await import('./world.mjs')).served}api/games`)).json();
    const { lessons } = games.find((game) => game.name === name);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${url}#learn/${name}`);
    for (const [n, lesson] of lessons.entries()) {
      await page.waitForFunction((words) => document.getElementById('lesson-title')?.textContent === words, lesson.title);
      for (let made = 0; made < lesson.moves.length; made += 1) {
        const line = [...lesson.before, ...lesson.moves.slice(0, made)];
        const { legal } = await api('position', { id: lesson.id, moves: line });
        const step = legal.find((legal) => legal.move === lesson.moves[made]);
        await page.waitForSelector(`${spot(step.from)}.hinted`);
        await page.click(spot(step.from));
        // What goes nowhere on the board needs no second click.
        if (step.to) await page.click(spot(step.to));
        await page.waitForFunction((words) => !document.getElementById('task')?.textContent?.endsWith(words), `${step.from} to ${step.to}.`);
      }
      if (lesson.refused) {
        for (const square of lesson.refused) await page.click(spot(square));
        await page.waitForFunction(() => /^Refused: /.test(document.getElementById('task')?.textContent ?? ''));
      }
      await page.waitForSelector('#lesson-next.main');
      if (n === 0) {
        if (pictures) await page.screenshot({ path: `${pictures}/learn-${name}-${size}.png` });
        assert.deepEqual(await barriers(page), []);
      }
      await page.click('#lesson-next');
    }
    await page.waitForSelector(`#game-${name}:checked`, { state: 'attached' });
    await page.waitForSelector('#stage .board .spot');
  });
}

await test('a guided game can be left at every step', async (page) => {
  await page.goto(`${url}#learn/boxoff`);
  await page.click('#lesson-next');
  await page.waitForFunction(() => /^Step 2/.test(document.getElementById('lesson-number')?.textContent ?? ''));
  await page.click('#lesson-back');
  await page.waitForFunction(() => /^Step 1/.test(document.getElementById('lesson-number')?.textContent ?? ''));
  await page.click('#skip-lessons');
  await page.waitForSelector('#stage .board .spot');
});
