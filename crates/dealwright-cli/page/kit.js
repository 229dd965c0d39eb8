// @ts-check
// For play-testers: a link that holds a whole setup leads here, and deals exactly that kit.
import { ask } from './desk.js';
import { play } from './play.js';
import { unpacked } from './setuplink.js';
import { freshSeed, make, say } from './talk.js';

/** Letters of a title and of what is said about a kit: a link may hold anything. */
const MOST_TITLE = 80;
const MOST_WORDS = 400;

/**
 * @param {HTMLElement} view @param {string} packed @param {() => boolean} isHere @param {AbortSignal} left @param {() => Promise<any[]>} games
 */
export async function kit(view, packed, isHere, left, games) {
  const design = await unpacked(packed);
  const found = /** @type {any} */ (await ask('design', design, left));
  if (!isHere()) return;
  if (found.error) throw new Error(`The setup in this link cannot be dealt. Line ${found.error.line}: ${found.error.message}`);
  const { setup } = found;
  document.title = `${setup.title.slice(0, MOST_TITLE)} · Dealwright`;
  const stage = make('div', { id: 'stage' });
  const note = make('p', { id: 'kit-note', role: 'status' });
  const solvable = /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', id: 'kit-solvable', checked: true }));
  const seed = freshSeed();
  let start = 0;
  view.replaceChildren(
    make('h1', {}, setup.title.slice(0, MOST_TITLE)),
    make('p', {}, setup.about.slice(0, MOST_WORDS)),
    make('p', { class: 'soft' }, `${setup.pieces} pieces; ${setup.different} different challenges.`),
    make('div', { class: 'row' },
      make('button', { type: 'button', class: 'main', id: 'deal-kit', onclick: () => deal() }, 'Deal'),
      make('label', { class: 'row', for: 'kit-solvable' }, solvable, 'only deals that can be solved'),
      make('button', { type: 'button', id: 'design-kit', onclick: () => { location.hash = `#design/${packed}`; } }, 'Change this kit')),
    note, stage,
    make('details', {}, make('summary', {}, 'How to lay it out on a table'), make('ol', { id: 'kit-tell' }, ...setup.tell.map((/** @type {string} */ line) => make('li', {}, line)))));

  async function deal() {
    note.textContent = 'Looking for a deal…';
    try {
      for (;;) {
        const dealt = /** @type {any} */ (await ask('dealtext', { ...design, seed, start, solvable: solvable.checked }, left));
        start = dealt.next;
        if (!isHere()) return;
        if (!dealt.id) {
          note.textContent = `Looking for a deal: none of ${start} can be solved.`;
          continue;
        }
        note.textContent = '';
        await play(stage, { link: dealt.id, level: '', isHere, another: () => { deal(); }, games });
        return;
      }
    } catch (error) {
      if (left.aborted) return;
      note.textContent = String(/** @type {Error} */ (error).message);
      say(note.textContent);
    }
  }
  await deal();
}
