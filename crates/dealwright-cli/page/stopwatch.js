// @ts-check
// A setup that is timed: one step after the other, one tap for each.
import { add, close, isFull, keep, moment, open, seconds } from './people-log.js';
import { clock, counted, make, say } from './talk.js';

/**
 * Shows the stopwatch; `ended` is called when the run is finished or dropped.
 * @param {HTMLElement} view @param {import('./people-log.js').Log} log @param {any} told the answer to `layout`
 * @param {{setup: string, options: Record<string, string>}} kind @param {AbortSignal} left @param {(words: string) => void} ended
 */
export function stopwatch(view, log, told, kind, left, ended) {
  /** What is done once is left out when the same setup was done before. */
  const isKnown = log.tasks.some(({ head }) => head.row === 'run' && head.fingerprint === told.fingerprint && head.outcome === 'finished');
  const steps = told.timed.filter((/** @type {any} */ step) => !(step.once && isKnown));
  let at = 0;
  let pass = 1;
  let begun = 0;
  /** When the step that is shown began, in seconds of the run. */
  let since = 0;
  let counts = { corrections: 0, swaps: 0, turns: 0 };

  const title = make('h1', { tabindex: '-1' }, `Stopwatch: ${told.title}`);
  const place = make('p', { class: 'facts', id: 'watch-place' });
  const words = make('p', { class: 'step-words', id: 'watch-step' });
  const time = make('p', { class: 'clock watch-clock', id: 'watch-clock' }, '0:00');
  const noted = make('p', { class: 'soft', id: 'watch-counts', role: 'status' });
  const done = make('button', { type: 'button', class: 'main big', id: 'watch-done', onclick: () => next() }, 'Start');
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ press) => make('button', { type: 'button', id, onclick: press }, text);
  const others = {
    mistake: button('watch-mistake', 'I made a mistake and put it right', () => count('corrections', 'Mistake noted.')),
    swap: button('watch-swap', 'I swapped two pieces', () => count('swaps', 'Swap noted.')),
    turn: button('watch-turn', 'I turned a piece', () => count('turns', 'Turn noted.')),
    again: button('watch-again', 'Gathered everything: deal again', () => again()),
    undo: button('watch-undo', 'Undo the last tap', () => undo()),
    drop: button('watch-drop', 'Drop this run', () => end('dropped', 'The run was dropped; it is not counted.')),
  };
  view.replaceChildren(title, place, words, done, time, noted, make('div', { class: 'buttons' }, ...Object.values(others)));
  document.title = `${title.textContent} · Dealwright`;
  const ticking = setInterval(() => { if (begun) time.textContent = clock(moment() - begun); }, 250);
  left.addEventListener('abort', () => clearInterval(ticking));
  draw();
  done.focus({ preventScroll: true });
  stayAwake(left);

  const now = () => seconds(begun);

  function draw() {
    const step = steps[at];
    place.textContent = begun ? `Step ${at + 1} of ${steps.length}${pass > 1 ? `, dealt again ${counted(pass - 1, 'time')}` : ''}` : `${counted(steps.length, 'step')}, one tap for each`;
    words.textContent = begun ? step.words : `${told.needed} Put the pieces before you, then start.`;
    done.textContent = begun ? 'Done' : 'Start';
    for (const [name, element] of Object.entries(others)) element.hidden = !begun || name === 'again' && !step.again || ['swap', 'turn'].includes(name) && !step.fixes;
    others.undo.toggleAttribute('disabled', !log.open?.rows.length);
    const parts = [counts.corrections && counted(counts.corrections, 'mistake'), counts.swaps && counted(counts.swaps, 'swap'), counts.turns && counted(counts.turns, 'turn')].filter(Boolean);
    noted.textContent = parts.length > 0 ? `Noted in this step: ${parts.join(', ')}.` : '';
  }

  function start() {
    begun = moment();
    since = 0;
    open(log, { row: 'run', setup: kind.setup, options: kind.options, fingerprint: told.fingerprint });
    draw();
    say(`Step 1. ${steps[0].words}`);
  }

  /** The step that is shown is over. */
  function finishStep() {
    if (isFull(log)) { end('dropped', 'This run has more steps than a file may hold, so it was dropped.'); return false; }
    const over = now();
    add(log, { row: 'step', pass, step: steps[at].step, seconds: Math.round(1000 * Math.max(over - since, 0)) / 1000, ...counts });
    since = over;
    counts = { corrections: 0, swaps: 0, turns: 0 };
    return true;
  }

  function next() {
    if (!begun) return start();
    if (!finishStep()) return;
    at += 1;
    while (pass > 1 && steps[at]?.once) at += 1;
    if (at >= steps.length) return end('finished', `Finished in ${clock(moment() - begun)}.`);
    draw();
    say(`Step ${at + 1}. ${steps[at].words}`);
  }

  function again() {
    if (!finishStep()) return;
    pass += 1;
    at = steps.findIndex((/** @type {any} */ step) => !step.once);
    draw();
    say(`Dealt again. Step ${at + 1}. ${steps[at].words}`);
    done.focus({ preventScroll: true });
  }

  function undo() {
    const last = log.open?.rows.pop();
    if (!last) return;
    since = Math.max(0, since - last.seconds);
    pass = last.pass;
    at = steps.findIndex((/** @type {any} */ step) => step.step === last.step);
    // A mistake that was marked since belongs to the longer step.
    counts = { corrections: Math.min(counts.corrections + last.corrections, 1000), swaps: last.swaps, turns: last.turns };
    keep(log);
    draw();
    say(`Back at step ${at + 1}.`);
  }

  /** @param {'corrections' | 'swaps' | 'turns'} what @param {string} told */
  function count(what, told) {
    counts[what] = Math.min(counts[what] + 1, 1000);
    draw();
    say(told);
  }

  /** @param {string} outcome @param {string} words */
  function end(outcome, words) {
    clearInterval(ticking);
    close(log, outcome, now());
    ended(words);
  }
}

/** Keeps the screen lit while pieces are laid, where the browser can: otherwise every tap would begin with unlocking. @param {AbortSignal} left */
function stayAwake(left) {
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  const hold = async () => {
    try {
      if (document.visibilityState === 'visible') lock = await navigator.wakeLock?.request('screen');
      if (left.aborted) await lock?.release();
    } catch { /* the screen goes dark as it always does */ }
  };
  document.addEventListener('visibilitychange', hold, { signal: left });
  left.addEventListener('abort', () => { lock?.release().catch(() => {}); });
  void hold();
}
