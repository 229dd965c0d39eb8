// @ts-check
// What somebody has played, in figures; and all of it as a file to take along.
import { day, exported, imported, logged, streak } from './habits.js';
import { clock, counted, make, save, say } from './talk.js';

/** Days that the chart shows. */
const DAYS = 30;

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/** @param {string} name @param {Record<string, string | number>} attributes @param {...Node} children */
function drawn(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Games solved on each of the last days. @param {import('./habits.js').Logged[]} log */
function chart(log) {
  const days = Array.from({ length: DAYS }, (_, n) => day(Date.now() - (DAYS - 1 - n) * 86_400_000));
  const counts = days.map((date) => log.filter((line) => line.ended && day(line.ended) === date).length);
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, n) => drawn('rect', { class: 'bar', x: n * 10 + 1, y: 62 - 56 * count / most, width: 8, height: Math.max(56 * count / most, count > 0 ? 2 : 0) }));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const all = `${total} in all${total > 0 ? `, at most ${most} on one day` : ''}`;
  const words = (/** @type {number} */ x, /** @type {string} */ anchor, /** @type {string} */ text) => drawn('text', { x, y: 78, 'text-anchor': anchor, 'font-size': 10, class: 'axis' }, document.createTextNode(text));
  return make('figure', { class: 'chart' }, drawn('svg', { viewBox: '0 0 300 84', role: 'img', 'aria-label': `Games solved on each of the last ${DAYS} days, ${all}` },
    drawn('line', { x1: 0, x2: 300, y1: 62.5, y2: 62.5, class: 'axis-line' }), ...bars, words(0, 'start', days[0]), words(300, 'end', 'today')),
  make('figcaption', { class: 'soft' }, `Games solved on each of the last ${DAYS} days: ${all}.`));
}

/** @param {HTMLElement} view @param {any[]} games */
export function stats(view, games) {
  document.title = 'Statistics · Dealwright';
  const log = logged();
  const { now, best } = streak(log);
  const note = make('p', { role: 'status', class: 'note', id: 'stats-note' });
  const title = (/** @type {string} */ name) => games.find((game) => game.name === name)?.title ?? name;
  const kinds = new Map(log.map((line) => [`${line.game}/${line.level}`, { game: line.game, level: line.level }]));
  const order = (/** @type {{game: string, level: string}} */ kind) => {
    const game = games.findIndex((known) => known.name === kind.game);
    return 10 * game + games[game]?.levels.findIndex((/** @type {any} */ known) => known.level === kind.level);
  };
  const rows = [...kinds.values()].sort((a, b) => order(a) - order(b)).map(({ game, level }) => {
    const lines = log.filter((line) => line.game === game && line.level === level);
    const solved = lines.filter((line) => line.ended && !line.shown);
    const clean = solved.filter((line) => line.hints === 0);
    const times = solved.map((line) => line.spent);
    const share = lines.length === 0 ? 0 : solved.length / lines.length;
    const bar = make('span', { class: 'track', 'aria-hidden': 'true' }, make('span', { class: 'fill' }));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${100 * share}%`;
    return make('tr', {}, make('th', { scope: 'row' }, title(game)), make('td', {}, level || 'not rated'), make('td', {}, String(lines.length)), make('td', {}, String(solved.length), bar), make('td', {}, String(clean.length)),
      make('td', {}, times.length > 0 ? clock(Math.min(...times)) : ''), make('td', {}, times.length > 0 ? clock(median(times)) : ''));
  });
  const file = /** @type {HTMLInputElement} */ (make('input', { type: 'file', id: 'import', accept: 'application/json,.json', onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const brought = imported(await chosen.text());
      stats(view, games);
      tell(`Taken in: ${counted(brought, 'game')}, and the log.`);
    } catch (error) {
      tell(String(/** @type {Error} */ (error).message));
    }
  } }));
  /** @param {string} words */
  function tell(words) {
    const place = document.getElementById('stats-note');
    if (place) place.textContent = words;
    say(words);
  }
  view.replaceChildren(make('h1', { tabindex: '-1' }, 'Statistics'),
    make('p', {}, log.length === 0 ? 'Nothing was played here yet.' : `${counted(log.length, 'game')} begun, ${log.filter((line) => line.ended && !line.shown).length} solved. ${best > 0 ? `Daily challenges: ${counted(now, 'day')} in a row, the most so far ${best === 1 ? 'is' : 'are'} ${best}.` : ''}`),
    chart(log),
    rows.length === 0 ? '' : make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'By game and level' }, make('table', { id: 'by-level' },
      make('thead', {}, make('tr', {}, ...['game', 'level', 'played', 'solved', 'without hints', 'best time', 'median time'].map((words) => make('th', { scope: 'col' }, words)))),
      make('tbody', {}, ...rows))),
    make('h2', {}, 'Take it along'), make('p', { class: 'soft' }, 'All of this is kept in this browser and nowhere else.'),
    make('div', { class: 'row' }, make('button', { type: 'button', id: 'export', onclick: () => { save(`dealwright-${day()}.json`, new Blob([exported()], { type: 'application/json' })); tell('The file has all games, statistics and choices.'); } }, 'Export to a file'),
      make('label', { for: 'import' }, 'Import from a file '), file), make('p', {}, make('a', { href: '#people', class: 'button', id: 'to-people' }, 'Take part in a study: setup times and difficulty')), note);
}
