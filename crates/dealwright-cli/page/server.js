// @ts-check
// The desk behind a server: dealwright serve.
import { askToken, token } from './token.js';

/** Questions without a word to them. */
const LISTS = ['games', 'gallery', 'runs'];

/** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function answered(path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { 'content-type': 'application/json' };
  if (path.startsWith('study/') && token()) headers['x-dealwright-token'] = token();
  const request = LISTS.includes(path) ? { signal } : { method: 'POST', headers, body: JSON.stringify(body), signal };
  const response = await fetch(`api/${path}`, request).catch((error) => {
    if (signal?.aborted) throw error;
    throw new Error('The server does not answer. Is dealwright serve still running, and the network there?');
  });
  if (!response.ok) {
    const text = await response.text();
    let words = text;
    try { words = JSON.parse(text).error; } catch { /* plain words */ }
    // Another device may do this with the token.
    if (response.status === 401 && await askToken(words)) return answered(path, body, signal);
    throw new Error(words || `the server answered ${response.status}`);
  }
  return response;
}

/** @param {string} path @param {object} body @param {AbortSignal} signal @param {(answer: any) => void} each */
async function stream(path, body, signal, each) {
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

/** @returns {import('./desk.js').Desk} */
export function byServer() {
  return {
    ask: async (question, body, signal) => (await answered(question, body, signal)).json(),
    stream,
    print: async (what, body, signal) => (await answered(`print/${what}`, body, signal)).blob(),
    hasStudies: true,
    needsNetwork: true,
  };
}
