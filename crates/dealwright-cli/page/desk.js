// @ts-check
// The desk answers every question of the page. It is reached in one of two ways, and nothing else here knows which: a server,
// or workers of this browser that have the desk as WebAssembly. Questions and answers are the same (dealwright-desk).

/**
 * @typedef {{
 *   ask: (question: string, body: object, signal?: AbortSignal) => Promise<any>,
 *   stream: (question: string, body: object, signal: AbortSignal, each: (told: any) => void) => Promise<void>,
 *   print: (what: 'challenge' | 'kit', body: object, signal: AbortSignal) => Promise<Blob>,
 *   hasStudies: boolean,
 *   needsNetwork: boolean,
 * }} Desk
 */

const way = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="dealwright-desk"]'))?.content;

// Of the two ways only one is loaded.
/** @type {Desk} */
const desk = way === 'worker' ? (await import('./workers.js')).byWorkers() : (await import('./server.js')).byServer();

/** What this way can do: show studies (they lie on a disk, so it takes a server); and whether it needs a network. */
export const { hasStudies, needsNetwork } = desk;

/**
 * Asks a question; a refusal becomes an error with its words. A signal ends the work, not only the waiting.
 * @template T
 * @param {string} question @param {object} [body] @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export const ask = (question, body = {}, signal) => desk.ask(question, body, signal);

/**
 * Asks a question that is answered again and again, and hands on the newest answer whenever there is one. It is over when an
 * answer says that it is done; one that ends before that is an error.
 * @param {string} question @param {object} body @param {AbortSignal} signal @param {(answer: any) => void} each
 */
export const stream = (question, body, signal, each) => desk.stream(question, body, signal, each);

/** A challenge or a kit on paper. @param {'challenge' | 'kit'} what @param {object} body @param {AbortSignal} signal */
export const print = (what, body, signal) => desk.print(what, body, signal);
