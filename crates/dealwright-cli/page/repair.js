// @ts-check
// The smallest changes with the hands that make a dead deal solvable, offered where it lies.
import { ask } from './desk.js';
import { counted, make, say } from './talk.js';

/** Changes that are listed. */
const MOST_LISTED = 6;

/**
 * A button that looks for changes, and their list.
 * @param {{id: string, setup: string, options: Record<string, string>, take: (id: string) => void, setups?: {name: string, title: string}[]}} dead
 * a challenge without a solution, what it was dealt with, and what is done with a change that is chosen
 */
export function repairOffer({ id, setup, options, take }) {
  const found = make('div', { role: 'status' });
  const look = make('button', { type: 'button', id: 'repair', onclick: async () => {
    look.toggleAttribute('disabled', true);
    found.textContent = 'Trying small changes…';
    try {
      const answer = /** @type {any} */ (await ask('repair', { id, setup, options }));
      const list = answer.repairs.slice(0, MOST_LISTED).map((/** @type {any} */ repair) => make('li', {}, `${repair.words}. `,
        make('button', { type: 'button', 'data-repaired': repair.id, onclick: () => take(repair.id) }, 'Do it')));
      const tried = `${counted(answer.tried, 'change')} tried${answer.undecided > 0 ? `, ${answer.undecided} undecided` : ''}${answer.complete ? '' : '; not all there are'}`;
      const words = answer.helping === 0 ? `No single change that was tried helps (${tried}).` : `${answer.helping} of ${counted(answer.tried, 'change')} make it solvable${answer.helping > list.length ? `, here are ${list.length}` : ''}:`;
      found.replaceChildren(make('p', {}, words), ...list.length > 0 ? [make('ul', { class: 'saved', id: 'repairs' }, ...list)] : []);
      say(words);
    } catch (error) {
      found.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      look.toggleAttribute('disabled', false);
    }
  } }, 'Repair it with the hands');
  return make('div', { class: 'repair' }, look, found);
}
