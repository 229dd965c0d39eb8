// @ts-check
// A study with people: consent, the tasks of a session, stopwatch and play log, one file to hand over, deletion.
import { findDeal } from './deals.js';
import { ask } from './desk.js';
import { CONSENT_TEXT, add, begin, close, countedLast, fate, forget, isComplete, isElsewhere, isFull, isKept, keep, log as kept, moment, open, seconds, take, text, uncount, watch } from './people-log.js';
import { leaveGame, play } from './play.js';
import { stopwatch } from './stopwatch.js';
import { counted, freshSeed, make, save, say } from './talk.js';

/**
 * @typedef {import('./people-log.js').Log} Log
 * @typedef {{kind: 'time', setup: string, options: Record<string, string>} | {kind: 'play', seed: string}} PlanTask
 */

/** Most letters of a link's tasks, and most tasks. */
const MOST_LETTERS = 20000;
const MOST_TASKS = 200;

/** A seed for each index: boxoff/ltiles~a.3+17@1 stands for two. @param {string} seed */
function seedsOf(seed) {
  const [, before, indices, after] = /^([^~]*~[^.@]*)\.([0-9]+(?:\+[0-9]+)+)(@.*)$/.exec(seed) ?? [];
  return indices ? indices.split('+').map((index) => `${before}${index === '0' ? '' : `.${index}`}${after}`) : [seed];
}

/** The tasks of a link: t:SETUP?NAME=VALUE and p:SEED, with semicolons between. @param {string} words @returns {PlanTask[]} */
function tasksOf(words) {
  if (!words) return [];
  if (words.length > MOST_LETTERS) throw new Error('This link is too long for a session.');
  const tasks = words.split(';').flatMap((word) => {
    const rest = word.slice(2);
    if (word.startsWith('p:') && rest.includes('~')) return seedsOf(rest).map((seed) => /** @type {PlanTask} */ ({ kind: 'play', seed }));
    if (!word.startsWith('t:') || !rest.includes('/')) throw new Error(`'${word}' is not a task of a session, expected t:SETUP or p:SEED. Ask for the link again.`);
    const [setup, chosen = ''] = rest.split('?', 2);
    return /** @type {PlanTask} */ ({ kind: 'time', setup, options: Object.fromEntries(new URLSearchParams(chosen)) });
  });
  if (tasks.length > MOST_TASKS) throw new Error(`This link has ${tasks.length} tasks, at most ${MOST_TASKS} are allowed.`);
  return tasks;
}

/** What browsers make of a link is undone. @param {string} words */
const plain = (words) => words.replace(/%7E/gi, '~').replace(/%40/g, '@').replace(/%3B/gi, ';').replace(/%3F/gi, '?');

/**
 * @param {HTMLElement} view @param {string} path @param {any[]} games @param {() => boolean} isHere @param {AbortSignal} left @param {() => Promise<any[]>} listing
 */
export async function people(view, path, games, isHere, left, listing) {
  document.title = 'With people · Dealwright';
  const words = plain(path);
  const tasks = tasksOf(words);
  /** Ends the task on the screen. */
  let leaveTask = new AbortController();
  left.addEventListener('abort', () => leaveTask.abort());

  watch(left, () => { if (isHere()) lost(); });
  const found = kept();
  if (!found) consent(); else await here(found);

  function consent() {
    view.replaceChildren(make('h1', { tabindex: '-1' }, 'Take part in a study'),
      make('p', { class: 'lead' }, 'Nothing is kept unless you agree to this:'),
      make('ul', { id: 'consent-text' }, ...CONSENT_TEXT.map((sentence) => make('li', {}, sentence))),
      make('div', { class: 'buttons' },
        make('button', { type: 'button', class: 'main', id: 'agree', onclick: async () => {
          // Somebody may have agreed in another tab meanwhile.
          const there = kept();
          if (there) return here(there);
          enter(begin());
          say('You agreed. The tasks are below.');
        } }, 'I agree'),
        make('a', { class: 'button', id: 'decline', href: '#choose' }, 'No, thank you')));
  }

  /** Goes on with what is kept, unless another tab is at it or it may be somebody else's. @param {Log} log */
  async function here(log) {
    if (await isElsewhere()) { if (isHere()) elsewhere('Your session is open in another tab or window.'); return; }
    if (!isHere()) return;
    if (words && log.plan !== words) whose(log); else enter(log);
  }

  /** The study went on, or was deleted, in another tab. */
  function lost() {
    leaveGame();
    leaveTask.abort();
    if (fate() === 'deleted') deleted(); else elsewhere('Your session goes on in another tab or window.');
  }

  /** @param {string} told */
  function elsewhere(told) {
    view.replaceChildren(make('h1', { tabindex: '-1' }, 'Your session'),
      make('p', { id: 'people-elsewhere' }, `${told} Go on there, or here: a run or game that is not finished there is then broken off.`),
      make('div', { class: 'buttons' }, make('button', { type: 'button', class: 'main', id: 'go-on-here', onclick: () => { const there = kept(); if (there) enter(there); else deleted(); } }, 'Go on here')));
    say(told);
  }

  /** Another link than before: perhaps another person. @param {Log} log */
  function whose(log) {
    view.replaceChildren(make('h1', { tabindex: '-1' }, 'Is this you?'),
      make('p', { id: 'people-whose' }, 'This device holds what participant ', make('b', {}, log.participant), ` did: ${counted(log.tasks.length, 'task')}. The link that you opened has other tasks.`),
      make('div', { class: 'buttons' },
        make('button', { type: 'button', class: 'main', id: 'same-person', onclick: () => enter(log) }, 'Yes, go on with these tasks'),
        make('button', { type: 'button', id: 'save-people', onclick: () => saved(log) }, 'Save the file of this participant'),
        make('button', { type: 'button', id: 'other-person', onclick: () => { forget(); consent(); say('Deleted. Nothing is kept.'); } }, 'No: delete it, I begin anew')));
  }

  /** @param {Log} log */
  function saved(log) {
    save(`dealwright-people-${log.participant}.jsonl`, new Blob([text(log)], { type: 'application/jsonl' }));
    say('The file was saved. Hand it over as you were told.');
  }

  function deleted() {
    view.replaceChildren(make('h1', { tabindex: '-1' }, 'Deleted'), make('p', { id: 'deleted' }, 'Everything that this study kept on this device is deleted.'), make('a', { class: 'button', href: '#choose' }, 'To the games'));
    say('Everything is deleted.');
  }

  /** @param {Log} log */
  function enter(log) {
    take(log);
    // What was left open by an earlier visit was broken off.
    close(log);
    if (words && log.plan !== words) Object.assign(log, { plan: words, at: 0 });
    keep(log);
    session(log, '');
  }

  /** The tasks, and what was done so far. @param {Log} log @param {string} said @param {'ended' | 'stuck' | ''} [after] a task that ended, or one that cannot be begun */
  function session(log, said, after = '') {
    if (fate() !== '') return lost();
    leaveGame();
    leaveTask.abort();
    leaveTask = new AbortController();
    document.title = 'With people · Dealwright';
    const all = log.plan === words && words ? tasks : safe(log.plan);
    const next = all[log.at];
    const done = log.tasks.length;
    const runs = log.tasks.filter(({ head }) => head.row === 'run').length;
    const title = make('h1', { tabindex: '-1' }, 'Your session');
    view.replaceChildren(title,
      said ? make('p', { class: 'note', id: 'people-said' }, said) : '',
      after === 'ended' ? mended(log) : '',
      make('p', {}, 'Participant ', make('b', { id: 'participant' }, log.participant), `. Done so far: ${counted(runs, 'setup')} timed, ${counted(done - runs, 'challenge')} played.`),
      isKept ? '' : make('p', { role: 'alert' }, 'This browser keeps nothing: if you leave this page, what you did is lost. Save the file before.'),
      isComplete(log) ? make('p', { role: 'alert', id: 'people-full' }, 'The file is full: no more tasks fit into it. Save it and hand it over.') : all.length > 0 ? planned(log, all, next, after === 'stuck') : free(log),
      make('h2', {}, 'Hand over, or delete'),
      make('p', { class: 'soft' }, 'Everything is on this device only.'),
      make('div', { class: 'buttons' },
        make('button', { type: 'button', id: 'save-people', disabled: done === 0, onclick: () => saved(log) }, 'Save the file'),
        make('button', { type: 'button', id: 'delete-people', onclick: () => { forget(); deleted(); } }, 'Delete everything')));
    if (said) { say(said); title.focus({ preventScroll: true }); }
  }

  /** A last tap too many can be put right: what was just done does not count then. @param {Log} log */
  function mended(log) {
    const head = countedLast(log);
    if (!head) return '';
    const [words, told] = head.row === 'run' ? ['That run went wrong: do not count it', 'That run is dropped; it is not counted.'] : ['I did not mean to give up: do not count it', 'That game is broken off; it is not counted.'];
    return make('div', { class: 'buttons' }, make('button', { type: 'button', id: 'uncount', onclick: () => { uncount(log); session(log, told); } }, words));
  }

  /** The tasks of a link that was kept; one that cannot be read has none. @param {string} plan */
  function safe(plan) {
    try { return tasksOf(plan); } catch { return []; }
  }

  /** @param {PlanTask} task */
  function named(task) {
    const name = task.kind === 'time' ? task.setup : task.seed.split('~')[0].split('?')[0];
    const game = games.find((known) => known.name === name.split('/')[0]);
    if (task.kind === 'play') return `Play a challenge of ${game?.title ?? name}`;
    const setup = game?.setups.find((/** @type {any} */ known) => known.name === name);
    const chosen = Object.entries(task.options).map(([option, value]) => `, ${option} ${value}`).join('');
    return `Set up ${game?.title ?? ''} ${setup?.title ?? name}${chosen}`;
  }

  /** @param {Log} log @param {PlanTask[]} all @param {PlanTask | undefined} next @param {boolean} isStuck */
  function planned(log, all, next, isStuck) {
    const list = make('ol', { id: 'tasks' }, ...all.map((task, n) => make('li', { 'aria-current': n === log.at ? 'step' : null }, `${named(task)}${n < log.at ? ': done' : ''}`)));
    const go = next ? make('button', { type: 'button', class: 'main', id: 'next-task', onclick: () => { begun(log, next, true); } }, `${log.at === 0 ? 'Begin' : 'Go on'}: ${named(next)}`) : make('p', { id: 'all-done' }, 'All tasks are done. Thank you! Save the file and hand it over.');
    const skip = isStuck ? make('button', { type: 'button', id: 'skip-task', onclick: () => { log.at += 1; keep(log); session(log, 'That task was left out.'); } }, 'Leave this task out') : '';
    return make('div', {}, make('div', { class: 'buttons' }, go, skip), list);
  }

  /** Without a link everybody chooses. @param {Log} log */
  function free(log) {
    const setups = games.flatMap((game) => game.setups.map((/** @type {any} */ setup) => [setup.name, `${game.title}: ${setup.title}`]));
    const select = /** @type {HTMLSelectElement} */ (make('select', { id: 'people-setup' }, ...setups.map(([value, words]) => make('option', { value }, words))));
    const note = make('p', { role: 'status', class: 'note', id: 'people-note' });
    return make('div', {}, make('label', { for: 'people-setup', class: 'row' }, 'Setup ', select),
      make('div', { class: 'buttons' },
        make('button', { type: 'button', class: 'main', id: 'time-setup', onclick: () => { begun(log, { kind: 'time', setup: select.value, options: {} }, false); } }, 'Time this setup'),
        make('button', { type: 'button', id: 'play-challenge', onclick: async () => {
          try {
            note.textContent = 'Looking for a deal that can be solved…';
            const dealt = await findDeal({ setup: select.value, options: {}, level: null, solvable: true }, freshSeed(), leaveTask.signal, (words) => { note.textContent = words; });
            if (isHere()) await begun(log, { kind: 'play', seed: dealt.seed_id }, false);
          } catch (error) {
            if (isHere() && !leaveTask.signal.aborted) note.textContent = String(/** @type {Error} */ (error).message);
          }
        } }, 'Play a challenge of it')), note);
  }

  /** Begins a task. @param {Log} log @param {PlanTask} task @param {boolean} isPlanned */
  async function begun(log, task, isPlanned) {
    const ended = (/** @type {string} */ words) => {
      if (isPlanned) log.at += 1;
      keep(log);
      if (isHere()) session(log, words, 'ended');
    };
    try {
      if (task.kind === 'time') {
        const told = await ask('layout', { setup: task.setup, options: task.options }, leaveTask.signal);
        if (isHere()) stopwatch(view, log, told, task, leaveTask.signal, ended);
      } else await playing(log, task.seed, ended);
    } catch (error) {
      if (!isHere() || leaveTask.signal.aborted) return;
      close(log);
      session(log, `This task could not be begun: ${/** @type {Error} */ (error).message}`, 'stuck');
    }
  }

  /** @param {Log} log @param {string} seed @param {(words: string) => void} ended */
  async function playing(log, seed, ended) {
    const position = /** @type {import('./talk.js').Position} */ (await ask('position', { id: seed, moves: [] }, leaveTask.signal));
    if (!isHere()) return;
    const stage = make('div', { id: 'people-game' });
    const end = (/** @type {string} */ outcome, /** @type {string} */ words) => { close(log, outcome, seconds(start)); leaveGame(); ended(words); };
    const solved = make('button', { type: 'button', class: 'main', id: 'solved-next', hidden: true, onclick: () => ended('Solved.') }, 'Solved: go on');
    const giveUp = make('button', { type: 'button', id: 'give-up', onclick: () => end('gave_up', 'You gave this one up.') }, 'I give up');
    const breakOff = make('button', { type: 'button', id: 'break-off', onclick: () => end('left', 'Broken off; this one is not counted.') }, 'Break off: I was interrupted');
    const ends = make('div', { class: 'buttons', id: 'people-ends' }, solved, giveUp, breakOff);
    view.replaceChildren(stage, ends);
    let number = 0;
    let wasShown = false;
    let start = moment();
    open(log, { row: 'game', id: position.id });
    await play(stage, {
      link: position.id, isHere, isDealt: true, another: () => {}, games: listing,
      log: (what, value, isSolved) => {
        if (!log.open) return;
        if (isFull(log)) return end('left', 'This game has more moves than a file may hold, so it was broken off; it is not counted.');
        number += 1;
        add(log, { row: 'move', number, what, ...what === 'move' ? { move: value } : what === 'back' ? { keep: value } : {}, seconds: seconds(start) });
        wasShown ||= what === 'solution';
        if (!isSolved) return;
        // Who let the solution be shown has given up.
        close(log, wasShown ? 'gave_up' : 'solved', seconds(start));
        solved.textContent = wasShown ? 'Go on' : 'Solved: go on';
        solved.hidden = false;
        giveUp.hidden = breakOff.hidden = true;
      },
    });
    // Beside the other buttons, where they are seen at every size.
    stage.querySelector('#note')?.after(ends);
    // The time begins when the board is seen.
    if (number === 0) start = moment();
  }
}
