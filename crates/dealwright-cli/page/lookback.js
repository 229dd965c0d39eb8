// @ts-check
// A game that was won, looked back on: where it could have been lost. What is not known yet, or cannot be known, is named.
import { ask } from './desk.js';
import { isStill } from './board.js';
import { streak } from './habits.js';
import { clock, counted, make } from './talk.js';

/**
 * @typedef {{id: string, moves: string[], game: import('./habits.js').Kept, shortest: number | null, signal: AbortSignal, another: () => void,
 *   go: (after: number) => void, know: (shortest: number) => void}} Won
 */

/** Milliseconds in which the board may be seen before words cover it. */
const MOMENT = 900;

/** @param {import('./talk.js').Crossroads} road */
function words(road) {
  const place = road.after === 0 ? 'At the start' : `After move ${road.after}`;
  const open = road.undecided.length;
  if (road.losing.length === 0) return `${place}: whether ${open} of ${counted(road.choices, 'move')} would have lost is undecided. `;
  return `${place}: ${road.losing.length} of ${counted(road.choices, 'move')} would have lost${open ? `, ${open} more ${open === 1 ? 'is' : 'are'} undecided` : ''}. `;
}

/**
 * Opens the dialog at once, and fills it while the desk looks at one position after the other.
 * @param {HTMLDialogElement} dialog @param {Won} won
 */
export async function lookBack(dialog, won) {
  const left = new AbortController();
  won.signal.addEventListener('abort', () => left.abort());
  dialog.addEventListener('close', () => left.abort(), { once: true });
  const made = won.moves.length;
  const { game } = won;
  const best = make('p', { id: 'won-best', class: 'result' });
  const list = make('ul', { class: 'roads', id: 'crossroads' });
  const looked = make('p', { id: 'looked', role: 'status' });
  const more = make('button', { type: 'button', id: 'look-on', hidden: '', onclick: () => run() }, 'Continue');
  const heading = make('summary', {}, 'Crossroads you passed');
  const fold = make('details', { id: 'roads' }, heading, looked, list, more);
  const row = streak();
  const habit = make('p', { id: 'won-daily', hidden: !game.daily }, game.daily ? `Daily challenge of ${game.daily}.${row.now > 0 ? ` ${counted(row.now, 'day')} in a row.` : ''}` : '');
  const said = make('span', { role: 'status', class: 'soft' });
  const next = make('button', { type: 'button', class: 'main', id: 'next', onclick: () => { dialog.close(); won.another(); } }, game.daily ? 'More daily challenges' : 'Another deal');
  dialog.replaceChildren(
    make('h2', { id: 'won-title' }, 'Solved'), best, habit,
    make('form', { method: 'dialog', class: 'buttons' }, next,
      make('button', { type: 'button', id: 'share-result', onclick: shareResult }, 'Share the result'),
      make('button', { type: 'submit' }, 'Look at the board')), said, fold,
  );

  /** What can be told without telling how: no move is in it. */
  function result() {
    const how = game.shown ? 'with the solution shown' : game.hints > 0 ? `with ${counted(game.hints, 'hint')}` : 'without hints';
    const length = won.shortest === null ? '' : made === won.shortest ? ', the shortest' : `, the shortest has ${won.shortest}`;
    const title = game.title.split(',')[0];
    const kind = [title, game.kit, game.level].filter(Boolean).join(', ');
    const link = game.daily ? `#daily/${game.daily}/${won.id.split(/[.:]/)[0]}/${game.level}` : `#play/${game.link || won.id}`;
    return `Dealwright${game.daily ? ` daily ${game.daily}` : ''}: ${kind}. Solved in ${counted(made, 'move')}${length}, ${clock(game.spent)}, ${how}.\n${location.href.split('#')[0]}${link}`;
  }

  async function shareResult() {
    const words = result();
    try {
      if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ text: words });
      else { await navigator.clipboard.writeText(words); said.textContent = 'Copied.'; }
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError') said.textContent = words;
    }
  }

  /** @type {Map<number, import('./talk.js').Crossroads>} */
  const roads = new Map();
  /** The place where looking back goes on. @type {import('./talk.js').Place | null} */
  let ahead = { after: 0, choice: 0 };
  /** Whether the desk has said what it knows of shortest solutions. */
  let asked = false;

  function draw() {
    const { shortest } = won;
    const unknown = asked ? ' Whether a shorter solution exists is not known.' : '';
    const length = `${counted(made, 'move')}.${shortest === null ? unknown : made === shortest ? ' No solution is shorter.' : ` The shortest solution has ${shortest}.`}`;
    best.textContent = `${length} ${clock(game.spent)}, ${game.shown ? 'the solution was shown' : game.hints > 0 ? counted(game.hints, 'hint') : 'no hints'}.`;
    const open = [...roads.values()].some((road) => road.undecided.length > 0);
    heading.textContent = `${counted(roads.size, 'crossroads').replace(/ss$/, 's')} you passed${ahead ? ' so far' : ''}`;
    list.replaceChildren(...[...roads.values()].map((road) => make('li', {}, words(road),
      make('button', { type: 'button', onclick: () => { dialog.close(); won.go(road.after); } }, 'Go there'))));
    if (ahead) looked.textContent = `Looking back: ${ahead.after} of ${counted(made, 'position')} so far…`;
    else if (roads.size === 0) looked.textContent = 'No other move on your way would have lost.';
    else if (open) looked.textContent = `All ${made} positions were examined. Where it says undecided, a limit ran out.`;
    else looked.textContent = `All ${made} positions were examined.`;
  }

  async function run() {
    more.hidden = true;
    try {
      while (ahead) {
        draw();
        const found = /** @type {import('./talk.js').LookBack} */ (await ask('game', { id: won.id, moves: won.moves, from: ahead }, left.signal));
        asked = true;
        if (found.shortest !== null) { won.shortest = found.shortest; won.know(found.shortest); }
        for (const road of found.crossroads) {
          const known = roads.get(road.after);
          if (!known) roads.set(road.after, road);
          else { known.losing.push(...road.losing); known.undecided.push(...road.undecided); }
        }
        ahead = found.next;
      }
      draw();
    } catch (error) {
      if (left.signal.aborted) return;
      looked.textContent = `Only ${ahead?.after} of ${counted(made, 'position')} were examined: ${/** @type {Error} */ (error).message}. Nothing is known about the others.`;
      heading.textContent += ': not all of them, the list was cut off';
      more.hidden = false;
      // What is missing is not folded away.
      /** @type {HTMLDetailsElement} */ (fold).open = true;
    }
  }
  draw();
  // The moment belongs to the board.
  if (!isStill()) await new Promise((resolve) => setTimeout(resolve, MOMENT));
  if (left.signal.aborted) return;
  dialog.showModal();
  next.focus();
  await run();
}
