// @ts-check
// Looking for a deal of some kind, and saying what comes by meanwhile.
import { ask } from './desk.js';
import { freshSeed, make, say, store, stored } from './talk.js';

/** Deals after which it is said that such a deal may be very rare. */
const MANY = 300;

/** @typedef {{setup: string, options: Record<string, string>, level: string | null, solvable: boolean}} Kind */

/** What deals were that were passed by, and how many of each. @param {Record<string, number>} passed */
const inWords = (passed) => Object.entries(passed).sort((a, b) => b[1] - a[1]).map(([what, many]) => `${many.toLocaleString('en')} ${what}`).join(', ');

/**
 * Looks until there is a deal of the wanted kind, and tells after each answer what the others were.
 * @param {Kind} kind @param {string} seed @param {AbortSignal} signal @param {(words: string, passed: Record<string, number>) => void} tell
 * @param {() => boolean} [isAnyGood] whether any solvable deal will do by now @param {number} [most] deals among which it has to be
 * @returns {Promise<{id: string, seed_id: string, level: string | null}>}
 */
export async function findDeal(kind, seed, signal, tell, isAnyGood = () => false, most = Infinity) {
  /** @type {Record<string, number>} */
  const passed = {};
  let start = 0;
  for (;;) {
    signal.throwIfAborted();
    const level = isAnyGood() ? null : kind.level;
    const found = /** @type {any} */ (await ask('deal', { ...kind, level, seed, start }, signal));
    for (const [what, many] of Object.entries(found.passed)) passed[what] = (passed[what] ?? 0) + Number(many);
    // How far one answer goes is a matter of time; what counts is the number of the deal.
    const none = () => new Error(`None of the first ${most.toLocaleString('en')} deals is ${kind.level ?? 'solvable'} (${inWords(passed)}). Such deals are very rare in this setup and size, or do not exist.`);
    if (found.id && found.next !== null && found.next > most) throw none();
    if (found.id) return found;
    if (found.next === null) throw new Error('There are no more deals of this setup, and none of them is of this kind.');
    start = found.next;
    if (start >= most) throw none();
    tell(`Looking for a deal: none of ${start.toLocaleString('en')} is ${kind.level ?? 'solvable'} (${inWords(passed)}).${start > MANY ? ' Such deals may be very rare in this setup and size, or may not exist.' : ''}`, passed);
  }
}

/** The last deal: its kind and its link, so that another of that kind can be asked for. @type {{kind: Kind, link: string} | null} */
let last = (() => { const kept = stored('dealwright.last'); return kept?.kind && typeof kept.link === 'string' ? kept : null; })();
/** Whether a deal is being looked for. */
let isLooking = false;

/** What is known of a deal that was just made, for the screen that shows it. @type {{link: string, kind: Kind} | null} */
let fresh = null;
/** @param {string} link */
export function freshlyDealt(link) {
  const found = fresh?.link === link ? fresh : null;
  fresh = null;
  return found;
}

/** Says what a challenge that is about to be shown was dealt with. @param {string} link @param {Kind} kind */
export function announce(link, kind) {
  fresh = { link, kind };
}

/** Deals, and goes to the deal. Leaving the screen ends it. @param {Kind} kind @param {HTMLElement} note where it is told */
export async function deal(kind, note) {
  if (isLooking) return;
  isLooking = true;
  const left = new AbortController();
  window.addEventListener('hashchange', () => left.abort(), { once: true });
  let isAnyGood = false;
  const skip = make('button', { type: 'button', id: 'skip', onclick: () => { isAnyGood = true; } }, 'Any solvable deal will do');
  const words = make('span', {}, 'Looking for a deal…');
  note.replaceChildren(words, ' ', kind.level ? skip : '');
  try {
    const found = await findDeal(kind, freshSeed(), left.signal, (told) => { words.textContent = told; }, () => isAnyGood);
    if (left.signal.aborted) return;
    last = { kind, link: found.seed_id };
    store('dealwright.last', last);
    fresh = { link: found.seed_id, kind: isAnyGood ? { ...kind, level: null } : kind };
    location.hash = `#play/${found.seed_id}`;
  } catch (error) {
    if (left.signal.aborted) return;
    note.replaceChildren(make('p', { role: 'alert' }, String(/** @type {Error} */ (error).message)), make('button', { type: 'button', onclick: () => deal(kind, note) }, 'Try again'));
    say(String(/** @type {Error} */ (error).message));
  } finally {
    isLooking = false;
  }
}

/** The kind of the deal that was dealt last, if this is its link. @param {string} link */
export const lastKind = (link) => last?.link === link ? last.kind : null;


/** The kind of a deal by the ID of its seed: its setup and sizes, of any level. @param {string} link @returns {Kind | null} */
export function kindOfSeed(link) {
  if (!link.includes('~')) return null;
  const [setup, options] = link.split('~')[0].split('?');
  return { setup, options: Object.fromEntries(new URLSearchParams(options ?? '')), level: null, solvable: true };
}
