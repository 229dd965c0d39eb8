// @ts-check
// What the screens share: elements, words, what the browser keeps.

/**
 * @typedef {{move: string, from: string | null, to: string | null, pair: boolean, lifted: string[], words: string}} Legal
 * @typedef {{square: string | null, face: string, what: string, words: string}} Space
 * @typedef {{id: string, game: string, title: string, moves: string[], stopped: {move: string, why: string, squares: string[]} | null,
 *   solved: boolean, legal: Legal[], rows: Space[][], setup: {name: string, title: string} | null, upright: boolean, svg: string}} Position
 * @typedef {{verdict: string, reason: string | null, line: string[], shortest: boolean, from: string | null, to: string | null}} Hint
 * @typedef {{after: number, choices: number, losing: string[], undecided: string[]}} Crossroads
 * @typedef {{after: number, choice: number}} Place
 * @typedef {{shortest: number | null, positions: number, crossroads: Crossroads[], next: Place | null}} LookBack
 * @typedef {{verdict: string, reason: string | null, lost_at: number | null, between: [number, number] | null, known: boolean}} Lost
 */

/**
 * Gives a file to the browser to be kept.
 * @param {string} name @param {Blob} content
 */
export function save(name, content) {
  const link = /** @type {HTMLAnchorElement} */ (make('a', { href: URL.createObjectURL(content), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Switches of this page, with what they are at first. */
const SETTINGS = { marks: true, clock: true };

/** @param {keyof typeof SETTINGS} name @returns {boolean} */
export function setting(name) {
  const kept = stored('dealwright.settings')?.[name];
  return typeof kept === 'boolean' ? kept : SETTINGS[name];
}

/** A switch to be shown. @param {keyof typeof SETTINGS} name @param {string} words @param {() => void} changed */
export function settingSwitch(name, words, changed) {
  const box = /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', id: `set-${name}`, checked: setting(name), onchange: () => {
    store('dealwright.settings', { ...stored('dealwright.settings'), [name]: box.checked });
    changed();
  } }));
  return make('label', { class: 'row', for: box.id }, box, words);
}

/** @param {number} n @param {string} word */
export const counted = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** 83 seconds as 1:23. @param {number} milliseconds */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Why something has no verdict. @param {string | null} reason */
export function undecided(reason) {
  return `Undecided: ${reason ?? 'the limits ran out'} before a solution or a proof that there is none was found.`;
}

/** Says something to those who listen. @param {string} words */
export function say(words) {
  const live = document.getElementById('live');
  if (live) live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}

/**
 * An element with attributes, listeners (on…) and children.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'checked' || key === 'selected' || key === 'disabled') element.toggleAttribute(key, true);
    else element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** What the browser keeps under a name, if it keeps anything that can be read. @param {string} key @returns {any} */
export function stored(key) {
  try { return JSON.parse(localStorage.getItem(key) ?? 'null'); } catch { return null; }
}

/** Keeps something in the browser, as far as it allows that. @param {string} key @param {unknown} value */
export function store(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: the page works without */ }
}

/**
 * A list of values for each size that a setup leaves open.
 * @param {any} setup as the listing describes it @param {string} prefix of the ids @param {Record<string, string>} chosen values that are wanted
 * @param {() => void} [changed]
 */
export function sizeChoices(setup, prefix, chosen = {}, changed = () => {}) {
  return Object.entries(setup?.open ?? {}).map(([name, values]) => {
    const id = `${prefix}${name}`;
    const wanted = chosen[name] ?? String(setup.defaults[name]);
    return make('label', { for: id, class: 'row' }, `${name[0].toUpperCase()}${name.slice(1)} `, make('select', { id, name, onchange: changed },
      .../** @type {number[]} */ (values).map((value) => make('option', { value, selected: String(value) === wanted }, String(value)))));
  });
}

/** What is chosen in such lists. @param {Element} place @returns {Record<string, string>} */
export function chosenSizes(place) {
  return Object.fromEntries([...place.querySelectorAll('select')].map((select) => [select.name, select.value]));
}

/**
 * The switches of a game's rules; one with a value of its own has a field for it.
 * @param {any} game @param {string} prefix of the ids @param {string[]} chosen as they stand in IDs @param {() => void} [changed]
 */
export function ruleChoices(game, prefix, chosen = [], changed = () => {}) {
  return game.rules.filter((/** @type {any} */ rule) => !rule.default).map((/** @type {any} */ rule) => {
    const id = `${prefix}${rule.name}`;
    const known = chosen.find((word) => word === rule.name || word.startsWith(`${rule.name}-`));
    const value = rule.value ? make('input', { type: 'text', 'data-value-of': rule.name, 'aria-label': rule.value, placeholder: rule.value, value: known?.slice(rule.name.length + 1) ?? '', onchange: changed }) : null;
    return make('div', { class: 'rule' }, make('label', { for: id, class: 'row' }, make('input', { type: 'checkbox', id, value: rule.name, 'data-rule': rule.name, checked: Boolean(known), onchange: changed }), make('span', {}, make('b', {}, rule.name), ` ${rule.about}`)), value);
  });
}

/** The switches that are on, as they stand in IDs. @param {Element} place @returns {string[]} */
export function chosenRules(place) {
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll('input[data-rule]'))].filter((box) => box.checked).map((box) => {
    const value = /** @type {HTMLInputElement | null} */ (place.querySelector(`[data-value-of="${box.value}"]`))?.value.trim();
    return value ? `${box.value}-${value}` : box.value;
  });
}

/** A seed that nobody has used before. */
export function freshSeed() {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether somebody is typing, so that letters are no commands. @param {KeyboardEvent} event */
export function typing(event) {
  const at = event.target;
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement || at instanceof HTMLInputElement && !['radio', 'checkbox'].includes(at.type);
}
