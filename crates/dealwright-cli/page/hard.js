// @ts-check
// The longest and hardest challenges: those that are known, and a climb for another one.
import { ask, stream } from './desk.js';
import { freshSeed, make, say } from './talk.js';

/** @param {string} measure @param {number} value */
function words(measure, value) {
  if (measure.endsWith('length')) return `at least ${value} moves`;
  if (measure.endsWith('chance')) return `random play wins one game in ${Math.round(1 / value).toLocaleString('en')}`;
  if (measure.endsWith('walk_moves')) return `about ${Math.round(value).toLocaleString('en')} moves for a player who tends towards the goal`;
  return `${measure} ${value}`;
}

/** The rules of a challenge that are not the default, in brackets: two entries may differ in nothing else. @param {string} id */
function rulesOf(id) {
  const rules = id.split(':')[0].split('.').slice(1);
  return rules.length > 0 ? ` (rule ${rules.join(', ')})` : '';
}

/** The gallery, as links. */
export async function gallery() {
  const list = make('ul', { class: 'saved', id: 'gallery' });
  const all = /** @type {any[]} */ (await ask('gallery'));
  list.append(...all.map((entry) => make('li', {}, make('a', { href: `#play/${entry.id}` }, `${entry.setup}${rulesOf(entry.id)}: ${words(entry.extreme, entry.value)}`), make('span', { class: 'soft' }, ` ${entry.evidence}`))));
  return list;
}

/**
 * One climb for a hard challenge of a setup; shows it when it is found.
 * @param {{setup: string, options: object}} kind @param {{measure: string, most: boolean}} hunted what is hard in this game
 * @param {HTMLElement} note @param {AbortSignal} left
 */
export async function climb(kind, hunted, note, left) {
  const { measure, most } = hunted;
  const seed = freshSeed();
  const own = new AbortController();
  left.addEventListener('abort', () => own.abort());
  const stop = make('button', { type: 'button', id: 'stop-climb', onclick: () => { own.abort(); note.textContent = ''; } }, 'Stop');
  note.replaceChildren('Climbing… ', stop);
  try {
    let found = null;
    await stream('hunt', { ...kind, seed, measure, most }, own.signal, (answer) => {
      if (answer.id) found = answer.id;
      else if (answer.value === null) note.replaceChildren('Looking for a solvable deal to start from… ', stop);
      else note.replaceChildren(`Climbing… ${Math.round(100 * answer.step / answer.steps)}%, so far ${words(String(measure), answer.value)}. `, stop);
    });
    if (found) location.hash = `#play/${found}`;
    else note.textContent = 'No solvable deal was found to start from.';
  } catch (error) {
    if (own.signal.aborted) return;
    note.textContent = String(/** @type {Error} */ (error).message);
    say(note.textContent);
  }
}
