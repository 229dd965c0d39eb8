// @ts-check
// Paper: a challenge or a kit as PDF, made by the desk.
import { print } from './desk.js';
import { linkBase } from './share.js';
import { make, save } from './talk.js';

/**
 * Paper to choose from, and a button that makes a PDF for it. While it is made, the same button stops it.
 * @param {'challenge' | 'kit'} what @param {() => object} body @param {(words: string) => void} tell @param {AbortSignal} left
 */
export function printing(what, body, tell, left) {
  const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string[][]} */ choices) => /** @type {HTMLSelectElement} */ (
    make('select', { id, 'aria-label': label }, ...choices.map(([value, words]) => make('option', { value }, words))));
  const page = select('print-page', 'Paper', [['A4', 'A4'], ['Letter', 'Letter'], ['A5', 'A5']]);
  const ink = select('print-ink', 'Ink', [['full', 'in colour'], ['low', 'with little ink'], ['grey', 'in grey']]);
  const button = make('button', { type: 'button', id: 'print', onclick: () => { run(); } }, 'Print (PDF)');
  /** @type {AbortController | null} */
  let running = null;
  left.addEventListener('abort', () => running?.abort());

  async function run() {
    if (running) return running.abort();
    const own = running = new AbortController();
    button.textContent = 'Stop printing';
    tell('Making the PDF…');
    try {
      const made = await print(what, { ...body(), page: page.value, ink: ink.value, link: linkBase() ?? '' }, own.signal);
      save(`${what}.pdf`, made);
      tell('The PDF is ready: print it at 100%.');
    } catch (error) {
      tell(own.signal.aborted ? 'Printing was stopped.' : String(/** @type {Error} */ (error).message));
    } finally {
      running = null;
      button.textContent = 'Print (PDF)';
    }
  }
  return make('div', { class: 'row', role: 'group', 'aria-label': 'Print' }, button, page, ink);
}
