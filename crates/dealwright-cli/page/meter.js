// @ts-check
// The meter of a design, and variants that somebody pinned: whose figures they are is always said.
import { make, say, store, stored } from './talk.js';

const PINS = 'dealwright.pins';
/** Variants that are kept, and those that are compared at once, as the desk has it. */
const MOST_PINS = 12;
const MOST_COMPARED = 6;
const FULL = `${MOST_PINS} pinned designs are the most: take one out first.`;

/**
 * @typedef {{dealt: number, solvable: number, low: number, high: number, undecided: number, chance: number, interest: number | null,
 *   levels: number[], median: number | null, histogram: string | null, done: boolean}} Reading
 * @typedef {{name: string, text: string, options: Record<string, string>, reading: Reading, seconds: number, different: string}} Pin
 */

export const share = (/** @type {number} */ value) => `${(100 * value).toFixed(1)}%`;

/** Bars for the figures of a design. @param {HTMLElement} meter @param {Reading} now @param {Reading | null} was @param {string[]} levels */
export function showReading(meter, now, was, levels) {
  const bar = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number | null} */ old, /** @type {string} */ words) => {
    const fill = make('div', { class: 'fill' });
    fill.style.width = share(Math.max(0, Math.min(1, value)));
    const ghost = old === null ? null : make('div', { class: 'ghost', title: 'before' });
    if (ghost && old !== null) ghost.style.left = share(Math.max(0, Math.min(1, old)));
    return make('div', { class: 'gauge' }, make('span', {}, name), make('div', { class: 'track', 'aria-hidden': 'true' }, fill, ghost), make('span', { class: 'value', 'data-name': name }, words));
  };
  const last = (/** @type {number} */ value) => (was ? ` (before ${share(value)} of ${was.dealt} deals)` : '');
  meter.replaceChildren(
    bar('solvable', now.solvable, was && was.solvable, `${share(now.solvable)}, ${share(now.low)} to ${share(now.high)}${last(was?.solvable ?? 0)}`),
    bar('random play wins', now.chance, was && was.chance, `${share(now.chance)}${last(was?.chance ?? 0)}`),
    bar('interest', now.interest ?? 0, was && was.interest, now.interest === null ? 'not known while deals are undecided' : `${share(now.interest)}${was && was.interest !== null ? last(was.interest) : ''}`),
    make('p', { class: 'soft' }, `${now.dealt} deals${now.undecided ? `, ${now.undecided} undecided` : ''}${now.done ? '' : ' …'}`),
  );
  const rated = now.levels.reduce((sum, n) => sum + n, 0);
  if (rated > 0) meter.append(make('p', {}, levels.map((level, n) => `${level} ${share(now.levels[n] / rated)}`).join(', ')));
  if (now.histogram) {
    const picture = make('div', { class: 'preview' });
    picture.innerHTML = now.histogram;
    meter.append(picture);
  }
  if (now.done) say(`${share(now.solvable)} solvable`);
}

/**
 * Variants that were pinned: each with the figures it had, its file, and a mark whether it is compared.
 * @param {(pin: Pin) => void} open @param {(pins: Pin[]) => void} compare
 */
export function pinboard(open, compare) {
  const kept = stored(PINS);
  const isPin = (/** @type {any} */ pin) => typeof pin?.name === 'string' && typeof pin.text === 'string' && pin.reading && typeof pin.reading.solvable === 'number' && pin.options && typeof pin.options === 'object';
  /** @type {Pin[]} */
  let pins = Array.isArray(kept) ? kept.filter(isPin).slice(0, MOST_PINS) : [];
  /** Which are compared. @type {Set<Pin>} */
  const chosen = new Set(pins.slice(0, 2));
  /** What was taken out last, so that it can be put back. @type {{pin: Pin, at: number} | null} */
  let dropped = null;
  const words = make('p', { id: 'pin-words', role: 'status' });
  const place = make('div', { class: 'wide', id: 'pinned', tabindex: '0', role: 'region', 'aria-label': 'Pinned variants' });
  const keep = () => store(PINS, pins.map((pin) => ({ ...pin, reading: { ...pin.reading, histogram: null } })));
  function draw() {
    keep();
    const back = dropped && make('p', {}, `${dropped.pin.name} is taken out. `, make('button', { type: 'button', id: 'put-back', onclick: putBack }, 'Put it back'));
    if (pins.length === 0) return place.replaceChildren(...[words, back].filter((part) => part !== null));
    const row = (/** @type {Pin} */ pin, /** @type {number} */ n) => make('tr', {},
      make('td', {}, make('label', { class: 'row' }, make('input', { type: 'checkbox', class: 'pin-choice', checked: chosen.has(pin), 'aria-label': `Compare ${pin.name}`, onchange: () => { if (chosen.has(pin)) chosen.delete(pin); else chosen.add(pin); button(); } }))),
      make('th', { scope: 'row' }, pin.name),
      ...[share(pin.reading.solvable), `${share(pin.reading.low)} to ${share(pin.reading.high)}`, share(pin.reading.chance), pin.reading.interest === null ? 'not known' : share(pin.reading.interest), String(pin.reading.median ?? ''), pin.different, `${pin.seconds.toFixed(0)} s`, String(pin.reading.dealt)].map((words) => make('td', {}, words)),
      make('td', {}, make('button', { type: 'button', class: 'open-pin', 'aria-label': `Open ${pin.name}`, onclick: () => open(pin) }, 'Open')),
      make('td', {}, make('button', { type: 'button', class: 'drop-pin', 'aria-label': `Remove ${pin.name}`, onclick: () => { dropped = { pin, at: n }; pins = pins.filter((_, other) => other !== n); chosen.delete(pin); tell(''); draw(); document.getElementById('put-back')?.focus(); } }, '✕')));
    const go = make('button', { type: 'button', id: 'compare-pins', onclick: () => compare(pins.filter((pin) => chosen.has(pin))) }, 'Compare the marked ones');
    const howMany = make('span', { class: 'soft' }, ` Mark two to ${MOST_COMPARED} of them.`);
    const button = () => {
      howMany.hidden = chosen.size >= 2 && chosen.size <= MOST_COMPARED;
      go.toggleAttribute('disabled', !howMany.hidden);
    };
    button();
    place.replaceChildren(make('h2', {}, 'Pinned'), make('table', {},
      make('thead', {}, make('tr', {}, ...['', 'variant', 'solvable', '95%', 'random play', 'interest', 'median length', 'different challenges', 'setup time', 'deals', '', ''].map((words) => make(words ? 'th' : 'td', words ? { scope: 'col' } : {}, words)))),
      make('tbody', {}, ...pins.map(row))),
    make('p', { class: 'soft' }, 'Each line is what the meter showed for that design, by itself. Which differences are real is what a comparison says: it deals anew from all of them.'), go, howMany, words, ...(back ? [back] : []));
  }
  function putBack() {
    if (!dropped || pins.length >= MOST_PINS) return tell(FULL);
    pins = [...pins.slice(0, dropped.at), dropped.pin, ...pins.slice(dropped.at)];
    chosen.add(dropped.pin);
    dropped = null;
    tell('');
    draw();
  }
  /** @param {string} text */
  function tell(text) {
    words.textContent = text;
    if (text) say(text);
  }
  draw();
  return {
    place,
    /** @param {Omit<Pin, 'name'> & {title: string}} pin */
    add({ title, ...pin }) {
      if (pins.length >= MOST_PINS) return tell(FULL);
      const number = 1 + pins.reduce((most, other) => Math.max(most, Number(other.name.split('.')[0]) || 0), 0);
      const added = { ...pin, name: `${number}. ${title}` };
      pins = [...pins, added];
      if (chosen.size < MOST_COMPARED) chosen.add(added);
      tell(`${added.name} is pinned.`);
      draw();
    },
  };
}
