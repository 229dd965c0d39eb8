// @ts-check
// What somebody has played, in this browser and nowhere else: games that can be gone on with, a log of all that were begun, days in
// a row. Everything can be taken along as a file.
import { store, stored } from './talk.js';

const STORE = 'dealwright.game.';
const LOG = 'dealwright.log';
/** Games that can be gone on with, and lines of the log. */
const MOST_KEPT = 60;
const MOST_LOGGED = 5000;
/** Everything that this page keeps. */
const OURS = 'dealwright.';

/**
 * @typedef {{history: string[][], at: number, solved: boolean, time: number, spent: number, hints: number, shown: boolean, link: string,
 *   title: string, kit: string, setup: string, level: string, daily: string}} Kept
 * @typedef {{id: string, game: string, setup: string, level: string, begun: number, ended: number | null, moves: number, spent: number,
 *   hints: number, shown: boolean, daily: string}} Logged
 */

const text = (/** @type {any} */ value) => typeof value === 'string' ? value : '';
const count = (/** @type {any} */ value) => Number.isFinite(value) && value >= 0 ? Number(value) : 0;

/** A game that the browser keeps, if it has the form of one. @param {string} id @returns {Kept | null} */
export function kept(id) {
  const game = stored(STORE + id);
  const isLine = (/** @type {any} */ line) => Array.isArray(line) && line.every((move) => typeof move === 'string');
  const sound = game && Array.isArray(game.history) && game.history.every(isLine) && isLine(game.history[game.at]);
  if (!sound) return null;
  return {
    history: game.history, at: game.at, solved: game.solved === true, time: count(game.time), spent: count(game.spent), hints: count(game.hints), shown: game.shown === true,
    link: text(game.link) || id, title: text(game.title), kit: text(game.kit), setup: text(game.setup), level: text(game.level), daily: text(game.daily),
  };
}

/** @returns {Kept} */
export const freshGame = () => ({ history: [[]], at: 0, solved: false, time: 0, spent: 0, hints: 0, shown: false, link: '', title: '', kit: '', setup: '', level: '', daily: '' });

/** The name under which a game is kept. @param {string} id */
export const keyOf = (id) => STORE + id;

/** Names of everything kept here. @param {string} start */
function names(start) {
  try { return Object.keys(localStorage).filter((key) => key.startsWith(start)); } catch { return []; }
}

/** Games that were begun here, the last first. */
export function playing() {
  const games = names(STORE).map((key) => {
    const id = key.slice(STORE.length);
    const game = kept(id);
    return game && { id, moves: game.history[game.at].length, ...game };
  });
  return games.filter((game) => game !== null).sort((a, b) => b.time - a.time);
}

/** Keeps a game; the oldest ones are given up. @param {string} id @param {Kept} game */
export function keep(id, game) {
  game.time = Date.now();
  store(STORE + id, game);
  for (const old of playing().slice(MOST_KEPT)) try { localStorage.removeItem(STORE + old.id); } catch { /* forbidden */ }
}

/** Everything that was played here, the first first. @returns {Logged[]} */
export function logged() {
  const log = stored(LOG);
  if (!Array.isArray(log)) return [];
  return log.filter((line) => line && typeof line.id === 'string' && typeof line.game === 'string').map((line) => ({
    id: line.id, game: line.game, setup: text(line.setup), level: text(line.level), begun: count(line.begun), ended: line.ended ? count(line.ended) : null,
    moves: count(line.moves), spent: count(line.spent), hints: count(line.hints), shown: line.shown === true, daily: text(line.daily),
  }));
}

/**
 * Notes that a game was begun, or what came of it. A game that was solved stays as it was solved the first time.
 * @param {string} id @param {string} game @param {Kept} kept
 */
export function note(id, game, kept) {
  const log = logged();
  const known = log.find((line) => line.id === id && line.daily === kept.daily);
  if (known?.ended) return;
  const line = {
    id, game, setup: kept.setup, level: kept.level, begun: known?.begun ?? Date.now(), ended: kept.solved ? Date.now() : null,
    moves: kept.history[kept.at].length, spent: kept.spent, hints: kept.hints, shown: kept.shown, daily: kept.daily,
  };
  if (known) Object.assign(known, line); else log.push(line);
  store(LOG, log.slice(-MOST_LOGGED));
}

/** Today in UTC: the same day for everybody. @param {number} [time] */
export const day = (time = Date.now()) => new Date(time).toISOString().slice(0, 10);

/** The day before a day. @param {string} date */
export const dayBefore = (date) => day(Date.parse(`${date}T12:00:00Z`) - 86_400_000);

/** Days in a row on which a daily challenge of that day was solved, today or until yesterday; and the most there ever were. */
export function streak(log = logged(), today = day()) {
  const days = new Set(log.filter((line) => line.daily && line.ended && !line.shown && day(line.ended) === line.daily).map((line) => line.daily));
  let now = 0;
  for (let at = days.has(today) ? today : dayBefore(today); days.has(at); at = dayBefore(at)) now += 1;
  let best = 0;
  for (const end of days) {
    let long = 0;
    for (let at = end; days.has(at); at = dayBefore(at)) long += 1;
    best = Math.max(best, long);
  }
  return { now, best };
}

/** All that this page keeps, as a text. */
export function exported() {
  const kept = Object.fromEntries(names(OURS).map((key) => [key, stored(key)]));
  return JSON.stringify({ dealwright: 1, made: new Date().toISOString(), kept }, null, 1);
}

/**
 * Takes in such a text: games that are newer there replace those here, the logs are joined. What it is not made of is refused.
 * @param {string} words @returns {number} how many games it brought
 */
export function imported(words) {
  let found;
  try { found = JSON.parse(words); } catch { throw new Error('This file is not JSON, so it was not exported from here.'); }
  if (found?.dealwright !== 1 || typeof found.kept !== 'object' || found.kept === null) throw new Error('This file was not exported from Dealwright.');
  let games = 0;
  for (const [key, value] of Object.entries(found.kept)) {
    if (!key.startsWith(OURS) || value === null) continue;
    if (key === LOG) {
      const log = logged();
      const lines = Array.isArray(value) ? value : [];
      for (const line of lines) {
        const same = log.findIndex((known) => known.id === line?.id && known.daily === text(line?.daily));
        if (same < 0) log.push(line);
        else if (!log[same].ended && line.ended) log[same] = line;
      }
      store(LOG, log.sort((a, b) => count(a.begun) - count(b.begun)).slice(-MOST_LOGGED));
    } else if (key.startsWith(STORE)) {
      if (count(/** @type {any} */ (value).time) > count(stored(key)?.time)) store(key, value);
      games += 1;
    } else if (stored(key) === null) {
      store(key, value);
    }
  }
  return games;
}
