// @ts-check
// A game that was won, looked back on: where it could have been lost. What is not known yet, or cannot be known, is named.
import { ask, make } from './talk.js';

/**
 * @typedef {{id: string, moves: string[], shortest: number | null, signal: AbortSignal, another: () => void,
 *   go: (after: number) => void, know: (shortest: number) => void}} Won
 */

/** @param {number} n @param {string} word */
const counted = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** @param {import('./talk.js').Crossroads} road */
function words(road) {
  const place = road.after === 0 ? 'At the start' : `After move ${road.after}`;
  const open = road.undecided.length;
  if (road.losing.length === 0) return `${place}: whether ${open} of ${counted(road.choices, 'move')} would have lost is undecided. `;
  return `${place}: ${road.losing.length} of ${counted(road.choices, 'move')} would have lost${open ? `, ${open} more ${open === 1 ? 'is' : 'are'} undecided` : ''}. `;
}

/**
 * Opens the dialog at once, and fills it while the server looks at one position after the other.
 * @param {HTMLDialogElement} dialog @param {Won} won
 */
export async function lookBack(dialog, won) {
  const left = new AbortController();
  won.signal.addEventListener('abort', () => left.abort());
  dialog.addEventListener('close', () => left.abort(), { once: true });
  const made = won.moves.length;
  const best = make('p', { id: 'won-best' });
  const heading = make('h3', { hidden: '' }, 'Crossroads you passed');
  const list = make('ul', { class: 'roads', id: 'crossroads' });
  const looked = make('p', { id: 'looked', role: 'status' });
  const more = make('button', { type: 'button', id: 'look-on', hidden: '', onclick: () => run() }, 'Continue');
  dialog.replaceChildren(
    make('h2', { id: 'won-title' }, 'Solved'), best, heading, list, looked, more,
    make('form', { method: 'dialog', class: 'buttons' }, make('button', { type: 'submit' }, 'Look at the board'),
      make('button', { type: 'button', class: 'main', onclick: () => { dialog.close(); won.another(); } }, 'Another deal')),
  );
  /** @type {Map<number, import('./talk.js').Crossroads>} */
  const roads = new Map();
  /** @type {import('./talk.js').Place | null} */
  let next = { after: 0, choice: 0 };
  /** Whether the server has said what it knows of shortest solutions. */
  let asked = false;

  function draw() {
    const shortest = won.shortest;
    const unknown = asked ? ' Whether a shorter solution exists is not known.' : '';
    best.textContent = `${counted(made, 'move')}.${shortest === null ? unknown : made === shortest ? ' No solution is shorter.' : ` The shortest solution has ${shortest}.`}`;
    heading.hidden = roads.size === 0;
    list.replaceChildren(...[...roads.values()].map((road) => make('li', {}, words(road),
      make('button', { type: 'button', onclick: () => { dialog.close(); won.go(road.after); } }, 'Go there'))));
    if (next) looked.textContent = `Looking back: ${next.after} of ${counted(made, 'position')} so far…`;
    else if (roads.size === 0) looked.textContent = 'No other move on your way would have lost.';
    else if ([...roads.values()].some((road) => road.undecided.length > 0)) looked.textContent = `All ${made} positions were examined. Where it says undecided, a limit ran out.`;
    else looked.textContent = `All ${made} positions were examined.`;
  }

  async function run() {
    more.hidden = true;
    try {
      while (next) {
        draw();
        const found = /** @type {import('./talk.js').LookBack} */ (await ask('game', { id: won.id, moves: won.moves, from: next }, left.signal));
        asked = true;
        if (found.shortest !== null) { won.shortest = found.shortest; won.know(found.shortest); }
        for (const road of found.crossroads) {
          const known = roads.get(road.after);
          if (!known) roads.set(road.after, road);
          else { known.losing.push(...road.losing); known.undecided.push(...road.undecided); }
        }
        next = found.next;
      }
      draw();
    } catch (error) {
      if (left.signal.aborted) return;
      looked.textContent = `Only ${next?.after} of ${counted(made, 'position')} were examined: ${/** @type {Error} */ (error).message}. Nothing is known about the others.`;
      more.hidden = false;
    }
  }
  draw();
  dialog.showModal();
  await run();
}
