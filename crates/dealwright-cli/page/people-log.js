// @ts-check
// What a study keeps in this browser, after consent and nowhere else: tasks with their rows, under a random number. Formats and limits are
// those of docs/formats.md; `dealwright people fit` refuses anything else.

/** Not among what the page itself keeps and exports. */
const KEY = 'dealwright-people';
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXY';
/** The version of the text that is agreed to. */
export const CONSENT = 1;
/** What is told before anything is kept; the form on paper says the same. */
export const CONSENT_TEXT = [
  'This is a study of physical solitaire puzzles: how long it takes to set them up, and how hard they are.',
  'Kept are: the times of the steps that you tap, mistakes that you mark, and the moves, undos, hints and times of the challenges that you play.',
  'Not kept are: your name, age, address, device, place, date or anything else about you. The file carries a random number that nobody can trace to you.',
  'Everything stays on the device until you save it to a file and hand that file over yourself.',
  'You can delete everything on the device with one tap, at any time and without giving a reason.',
  'Once you have handed the file over, it can be taken out only by its random number: note the number if you may want that.',
  'Taking part is voluntary. You may stop at any time.',
];
/** Tasks of a person, and rows of a task. */
const MOST_TASKS = 1000;
const MOST_ROWS = 5000;
const MOST_SECONDS = 14400;

/**
 * @typedef {{head: any, rows: any[]}} Task
 * @typedef {{participant: string, plan: string, at: number, tasks: Task[], open: Task | null, tab: string}} Log
 */

/** Whether the browser keeps anything: told where it does not, because nothing may be lost unnoticed. */
export let isKept = true;

/** Eight letters and digits by chance. */
function chance() {
  /** @type {string[]} */
  const letters = [];
  while (letters.length < 8) {
    // Bytes that would make some letters likelier are passed over.
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) if (byte < 248 && letters.length < 8) letters.push(LETTERS[byte % 31]);
  }
  return letters.join('');
}

/** This tab, so that two of them do not write over each other. It is no part of the file that is handed over. */
const TAB = chance();
const CHANNEL = 'dealwright-people';
/** Milliseconds that another tab has to answer in. */
const PATIENCE = 250;

/** What is kept, if somebody agreed. @returns {Log | null} */
export function log() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return found && typeof found.participant === 'string' && Array.isArray(found.tasks) ? found : null;
  } catch { return null; }
}

/** What became of the study while this tab had it: another tab took it over, or it was deleted there. @returns {'' | 'taken' | 'deleted'} */
export function fate() {
  if (!isKept) return '';
  const there = log();
  return there === null ? 'deleted' : there.tab === TAB ? '' : 'taken';
}

/** Keeps what was done. What another tab has taken over or deleted stays as it is. @param {Log} log */
export function keep(log) {
  if (log.tab === TAB && fate() === '') write(log);
}

/** From now on this tab writes, and no other. @param {Log} log */
export function take(log) {
  log.tab = TAB;
  write(log);
}

/** @param {Log} log */
function write(log) {
  try {
    localStorage.setItem(KEY, JSON.stringify(log));
    isKept = true;
  } catch { isKept = false; }
}

/** Whether another tab has the study on its screen. */
export async function isElsewhere() {
  if (typeof BroadcastChannel === 'undefined') return false;
  const channel = new BroadcastChannel(CHANNEL);
  try {
    return await new Promise((resolve) => {
      channel.onmessage = ({ data }) => { if (data === 'here') resolve(true); };
      channel.postMessage('who?');
      setTimeout(() => resolve(false), PATIENCE);
    });
  } finally { channel.close(); }
}

/** Answers other tabs while the study is on the screen here, and tells when one takes it over or deletes it. @param {AbortSignal} left @param {() => void} lost */
export function watch(left, lost) {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => { if (data === 'who?' && fate() === '') channel.postMessage('here'); };
    left.addEventListener('abort', () => channel.close());
  }
  addEventListener('storage', ({ key }) => { if ((key === KEY || key === null) && fate() !== '') lost(); }, { signal: left });
}

/** Begins after consent: a random number and nothing else. @returns {Log} */
export function begin() {
  const letters = chance();
  const fresh = { participant: `${letters.slice(0, 4)}-${letters.slice(4)}`, plan: '', at: 0, tasks: [], open: null, tab: TAB };
  write(fresh);
  return fresh;
}

/** Forgets everything at once. */
export function forget() {
  try { localStorage.removeItem(KEY); } catch { /* nothing is kept then */ }
}

const OPENED = { steady: performance.now(), day: Date.now() };
let slept = 0;

/** Milliseconds that never go back. While a device sleeps the steady clock of some browsers stands still: then the clock of the day says how long. */
export function moment() {
  const behind = Date.now() - OPENED.day - (performance.now() - OPENED.steady);
  if (behind - slept > 1000) slept = behind;
  return performance.now() + slept;
}

/** Seconds since a moment, in thousandths. @param {number} since */
export const seconds = (since) => Math.round(Math.min(Math.max(moment() - since, 0), MOST_SECONDS * 1000)) / 1000;

/** Whether the file holds as many tasks as it may. @param {Log} log */
export const isComplete = (log) => log.tasks.length >= MOST_TASKS;

/** The last task, if it can still be taken out of what counts: a finished run, or a game that was given up. @param {Log} log */
export function countedLast(log) {
  const head = log.tasks.at(-1)?.head;
  return head?.outcome === 'finished' || head?.outcome === 'gave_up' ? head : null;
}

/** It does not count: dropped, or broken off. @param {Log} log */
export function uncount(log) {
  const head = countedLast(log);
  if (head) head.outcome = head.row === 'run' ? 'dropped' : 'left';
  keep(log);
}

/** Begins a task. @param {Log} log @param {any} head */
export function open(log, head) {
  close(log);
  log.open = { head: { ...head, task: log.tasks.length + 1 }, rows: [] };
  keep(log);
}

/** Whether the task that is open has as many rows as a file may. @param {Log} log */
export const isFull = (log) => (log.open?.rows.length ?? 0) >= MOST_ROWS;

/** Adds a row to the task that is open, as long as it has room. @param {Log} log @param {any} row */
export function add(log, row) {
  if (!log.open || isFull(log)) return;
  const { row: kind, ...rest } = row;
  log.open.rows.push({ row: kind, task: log.open.head.task, ...rest });
  keep(log);
}

/** Ends the task that is open; one that was left lying from an earlier visit was broken off. @param {Log} log @param {string} [outcome] @param {number} [time] */
export function close(log, outcome, time) {
  if (!log.open) return;
  const { head, rows } = log.open;
  const last = head.row === 'run' ? rows.reduce((sum, row) => sum + row.seconds, 0) : rows.at(-1)?.seconds ?? 0;
  head.outcome = outcome ?? (head.row === 'run' ? 'dropped' : 'left');
  head.seconds = Math.round(1000 * Math.max(time ?? last, last)) / 1000;
  if (!isComplete(log)) log.tasks.push({ head, rows });
  log.open = null;
  keep(log);
}

/** The file: a line for each row. @param {Log} log */
export function text(log) {
  const who = { row: 'participant', dealwright: 'people', version: 1, participant: log.participant, consent: CONSENT, simulated: false };
  const rows = log.tasks.flatMap(({ head, rows }) => [head, ...rows]);
  return `${[who, ...rows].map((row) => JSON.stringify(row)).join('\n')}\n`;
}
