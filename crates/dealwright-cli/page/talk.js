// @ts-check
// Talking to the server, which knows all rules.

/**
 * @typedef {{move: string, from: string, to: string}} Legal
 * @typedef {{square: string | null, face: string, words: string}} Space
 * @typedef {{id: string, game: string, title: string, moves: string[], stopped: {move: string, why: string} | null,
 *   solved: boolean, legal: Legal[], pairs: boolean, rows: Space[][], svg: string}} Position
 * @typedef {{verdict: string, reason: string | null, line: string[], shortest: boolean, from: string | null, to: string | null}} Hint
 * @typedef {{after: number, choices: number, losing: string[]}} Crossroads
 */

/**
 * Asks the server; what it refuses becomes an error with its words.
 * @template T
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function ask(path, body, signal) {
  const request = body === undefined
    ? { signal }
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  const response = await fetch(`/api/${path}`, request);
  if (!response.ok) {
    const text = await response.text();
    let words = text;
    try { words = JSON.parse(text).error; } catch { /* plain words */ }
    throw new Error(words || `the server answered ${response.status}`);
  }
  return response.json();
}

/**
 * Asks for a stream of answers, and hands on the newest whenever some have come.
 * @param {string} path @param {object} body @param {AbortSignal} signal @param {(answer: any) => void} each
 */
export async function follow(path, body, signal, each) {
  const response = await fetch(`/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });
  if (!response.ok || !response.body) {
    const text = await response.text();
    let words = text;
    try { words = JSON.parse(text).error; } catch { /* plain words */ }
    throw new Error(words || `the server answered ${response.status}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    const newest = events.map((event) => event.replace(/^data: ?/gm, '')).filter(Boolean).pop();
    if (newest) each(JSON.parse(newest));
  }
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

/** Whether somebody is typing, so that letters are no commands. @param {KeyboardEvent} event */
export function typing(event) {
  const at = event.target;
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement || at instanceof HTMLInputElement && !['radio', 'checkbox'].includes(at.type);
}
