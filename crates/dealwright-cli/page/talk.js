// @ts-check
// Talking to the server, which knows all rules.

/**
 * @typedef {{move: string, from: string | null, to: string | null, pair: boolean, words: string}} Legal
 * @typedef {{square: string | null, face: string, words: string}} Space
 * @typedef {{id: string, game: string, title: string, moves: string[], stopped: {move: string, why: string} | null,
 *   solved: boolean, legal: Legal[], rows: Space[][], svg: string}} Position
 * @typedef {{verdict: string, reason: string | null, line: string[], shortest: boolean, from: string | null, to: string | null}} Hint
 * @typedef {{after: number, choices: number, losing: string[], undecided: string[]}} Crossroads
 * @typedef {{after: number, choice: number}} Place
 * @typedef {{shortest: number | null, positions: number, crossroads: Crossroads[], next: Place | null}} LookBack
 * @typedef {{verdict: string, reason: string | null, lost_at: number | null, between: [number, number] | null, known: boolean}} Lost
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
  return (await answered(path, body, signal)).json();
}

/** The same for an answer that is a file. @param {string} path @param {object} body @returns {Promise<Blob>} */
async function askForBlob(path, body) {
  return (await answered(path, body)).blob();
}

/** @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
async function answered(path, body, signal) {
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
  return response;
}

/**
 * Gives a file to the browser to be kept.
 * @param {string} name @param {Blob} content
 */
export function save(name, content) {
  const link = /** @type {HTMLAnchorElement} */ (make('a', { href: URL.createObjectURL(content), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * Paper to choose from, and a button that fetches a PDF for it.
 * @param {string} path @param {() => object} body @param {() => string} name @param {(words: string) => void} tell
 */
export function printing(path, body, name, tell) {
  const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string[][]} */ choices) => /** @type {HTMLSelectElement} */ (
    make('select', { id, 'aria-label': label }, ...choices.map(([value, words]) => make('option', { value }, words))));
  const page = select('print-page', 'Paper', [['A4', 'A4'], ['Letter', 'Letter'], ['A5', 'A5']]);
  const ink = select('print-ink', 'Ink', [['full', 'in colour'], ['low', 'with little ink'], ['grey', 'in grey']]);
  const button = make('button', { type: 'button', id: 'print', onclick: async () => {
    button.toggleAttribute('disabled', true);
    try {
      const pdf = await askForBlob(path, { ...body(), page: page.value, ink: ink.value });
      save(name(), pdf);
      tell('The PDF is ready: print it at 100%.');
    } catch (error) {
      tell(String(/** @type {Error} */ (error).message));
    } finally {
      button.toggleAttribute('disabled', false);
    }
  } }, 'Print (PDF)');
  return make('div', { class: 'row', role: 'group', 'aria-label': 'Print' }, button, page, ink);
}

/** Why something has no verdict. @param {string | null} reason */
export function undecided(reason) {
  return `Undecided: ${reason ?? 'the limits ran out'} before a solution or a proof that there is none was found.`;
}

/**
 * Asks for a stream of answers, and hands on the newest whenever some have come. One that ends before it is done is an
 * error, with the server's words where it has any.
 * @param {string} path @param {object} body @param {AbortSignal} signal @param {(answer: any) => void} each
 */
export async function follow(path, body, signal, each) {
  const response = await answered(path, body, signal);
  if (!response.body) throw new Error('the server gave no answer');
  let isDone = false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done && isDone) return;
    if (done) throw new Error('the server broke off before it was done');
    rest += value;
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    const newest = events.map((event) => event.replace(/^data: ?/gm, '')).filter(Boolean).pop();
    if (!newest) continue;
    const answer = JSON.parse(newest);
    if (answer.error) throw new Error(answer.error);
    isDone = answer.done;
    each(answer);
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

/** A seed that nobody has used before. */
export function freshSeed() {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether somebody is typing, so that letters are no commands. @param {KeyboardEvent} event */
export function typing(event) {
  const at = event.target;
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement || at instanceof HTMLInputElement && !['radio', 'checkbox'].includes(at.type);
}
