// @ts-check
// A challenge for every day, game and level: the date is the seed, so it is the same for everybody, and nobody has to be asked.
import { findDeal } from './deals.js';
import { day, dayBefore, logged, streak } from './habits.js';
import { play } from './play.js';
import { clock, counted, make, store, stored } from './talk.js';

const FOUND = 'dealwright.dailies';
const MOST_FOUND = 100;
/** Deals of a day among which its challenge has to be: the same number for everybody, however fast a machine is. */
const MOST_DEALS = 2000;

/** @param {any} line */
const words = (line) => !line ? '' : line.ended ? `solved in ${counted(line.moves, 'move')}, ${clock(line.spent)}${line.hints || line.shown ? '' : ', no hints'}` : 'begun';

/** @param {HTMLElement} view @param {any[]} games @param {string} date */
function overview(view, games, date) {
  const today = day();
  document.title = 'Daily challenge · Dealwright';
  const log = logged();
  const { now, best } = streak(log);
  const after = day(Date.parse(`${date}T12:00:00Z`) + 86_400_000);
  view.replaceChildren(make('h1', { tabindex: '-1' }, 'Daily challenge'), make('p', { id: 'date' }, make('b', {}, date), date === today ? ', today' : ''),
    make('p', { class: 'lead' }, 'One deal a day for every game and level, the same for everybody. The day changes at midnight UTC.'),
    make('p', { id: 'streak' }, now > 0 ? `${counted(now, 'day')} in a row; the most so far ${best === 1 ? 'is' : 'are'} ${best}.` : best > 0 ? `Solve one today to begin a new row of days; the most so far ${best === 1 ? 'is' : 'are'} ${best}.` : 'Solve one on the day itself and come back tomorrow: days in a row are counted here.'),
    make('p', { class: 'row' }, make('a', { class: 'button', href: `#daily/${dayBefore(date)}` }, 'The day before'), date < today ? make('a', { class: 'button', href: `#daily/${after}` }, 'The day after') : ''),
    ...games.filter((game) => game.default_setup).map((game) => make('section', {}, make('h2', {}, game.title), make('ul', { class: 'dailies' }, ...game.levels.map((/** @type {any} */ { level, meaning }) => {
      const line = log.find((other) => other.daily === date && other.game === game.name && other.level === level);
      return make('li', {}, make('a', { class: `button ${line?.ended ? 'is-solved' : ''}`, href: `#daily/${date}/${game.name}/${level}`, 'data-daily': `${game.name}/${level}` }, `${line?.ended ? '✓ ' : ''}${level[0].toUpperCase()}${level.slice(1)}`), make('span', { class: 'soft' }, ` ${words(line) || meaning}`));
    })))));
}

/**
 * @param {HTMLElement} view @param {string} path @param {any[]} games @param {() => boolean} isHere @param {AbortSignal} left @param {() => Promise<any[]>} listing
 */
export async function daily(view, path, games, isHere, left, listing) {
  const [date = '', name, level] = path.split('/');
  const given = date || day();
  if (!/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(Date.parse(given)) || day(Date.parse(given)) !== given) throw new Error(`'${given}' is not a day, expected something like ${day()}`);
  if (given > day()) throw new Error(`The challenge of ${given} can be played from that day on, UTC. Today is ${day()}.`);
  if (!name) return overview(view, games, given);
  const game = games.find((known) => known.name === name);
  if (!game?.default_setup) throw new Error(`'${name}' has no daily challenge; known are ${games.filter((known) => known.default_setup).map((known) => known.name).join(', ')}`);
  const levels = game.levels.map((/** @type {any} */ known) => known.level);
  if (!levels.includes(level)) throw new Error(`'${level}' is not a level, expected ${levels.join(', ')}`);
  const key = `${given}/${name}/${level}`;
  const found = stored(FOUND) ?? {};
  let link = typeof found[key] === 'string' ? found[key] : '';
  if (!link) {
    const told = make('p', { class: 'lead', role: 'status' }, 'Looking for the deal of the day…');
    // Where deals of this level are rare, those that are there are offered meanwhile.
    const others = make('div', { class: 'buttons', id: 'other-levels' });
    const offer = (/** @type {string} */ words, /** @type {Record<string, number>} */ passed) => {
      told.textContent = words;
      for (const other of levels.filter((/** @type {string} */ other) => passed[other] > 0 && !others.querySelector(`[data-level="${other}"]`))) {
        others.append(make('a', { class: 'button', href: `#daily/${given}/${name}/${other}`, 'data-level': other }, `The ${other} one of this day`));
      }
    };
    view.replaceChildren(make('h1', {}, 'Daily challenge'), told, others, make('p', {}, make('a', { class: 'button', href: `#daily/${given}` }, 'All challenges of this day')));
    // The limits of this search are positions, not seconds: everybody finds the same deal.
    const dealt = await findDeal({ setup: game.default_setup, options: {}, level, solvable: true }, `daily-${given}`, left, offer, undefined, MOST_DEALS)
      .catch((error) => { if (left.aborted) throw error; told.textContent = String(error.message); return null; });
    if (!dealt) return;
    link = dealt.seed_id;
    store(FOUND, Object.fromEntries([...Object.entries(found), [key, link]].slice(-MOST_FOUND)));
  }
  if (!isHere()) return;
  await play(view, { link, setup: game.default_setup, level, daily: given, isHere, isDealt: true, another: () => { location.hash = `#daily/${given}`; }, games: listing });
}
