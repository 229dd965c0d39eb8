// What people do with the page, done in a real browser, with either way to the desk and at either size:
// node page.test.mjs DEALWRIGHT SITE server|worker desktop|phone [PICTURES]
import { close } from './world.mjs';

for (const part of ['hands', 'look-back', 'start', 'learning', 'habits', 'table-of-mine', 'designing', 'building', 'studies', 'people', 'serving']) await import(`./${part}.mjs`);
process.exit(await close() ? 0 : 1);
