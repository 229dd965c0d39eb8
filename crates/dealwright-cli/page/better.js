// @ts-check
// Which differences are real, and which components would be better: asked of the desk, shown as it comes.
import { stream } from './desk.js';
import { make, say } from './talk.js';

const share = (/** @type {number} */ value) => `${(100 * value).toFixed(1)}%`;
/** What a search may change, in words. */
const PARTS = [['faces', 'what stands on the pieces'], ['kit', 'which pieces are in the kit'], ['slots', 'where they lie'], ['deal', 'how they are dealt']];

/**
 * The two questions of a designer.
 * @param {{name: string, title: string}[]} setups @param {() => object} mine @param {() => any} known
 * @param {AbortSignal} left @param {(text: string) => void} open
 */
export function better(setups, mine, known, left, open) {
  /** Says how a comparison ended. @param {any} answer */
  const ending = (answer) => {
    const deals = `${answer.dealt.toLocaleString('en')} deals of each`;
    if (answer.settled) return `Settled after ${deals}.`;
    if (answer.ended === 'settled') return `Stopped after ${deals}: solvability and interest are settled.`;
    return `Stopped after ${deals}, ${answer.ended === 'time' ? 'because time ran out' : 'the most on this page'}. Use dealwright compare to deal more.`;
  };
  const against = /** @type {HTMLSelectElement} */ (make('select', { id: 'against' }, ...setups.map((setup) => make('option', { value: setup.name }, setup.title))));
  const compared = make('div', { id: 'compared', class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Comparison' });
  const keep = /** @type {HTMLInputElement} */ (make('input', { id: 'keep', placeholder: '6 of each colour' }));
  const want = /** @type {HTMLInputElement} */ (make('input', { id: 'want', placeholder: 'solvable>=0.9, random<=20%' }));
  const parts = PARTS.map(([name, words]) => ({ name, words, box: /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', id: `open-${name}`, checked: name === 'faces' })) }));
  const tuned = make('div', { id: 'tuned', class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Search' });
  /** One question at a time; leaving the page ends it. @type {AbortController | null} */
  let asking = null;
  left.addEventListener('abort', () => asking?.abort());

  /** @param {HTMLElement} place @param {string} path @param {object} body @param {(answer: any) => void} each */
  async function question(place, path, body, each) {
    asking?.abort();
    const own = asking = new AbortController();
    const stop = make('button', { type: 'button', onclick: () => { own.abort(); place.replaceChildren(make('p', {}, 'Stopped.')); } }, 'Stop');
    place.classList.remove('stale');
    place.replaceChildren(make('p', {}, 'One moment… ', stop));
    try {
      await stream(path, { ...mine(), ...body }, own.signal, (answer) => {
        each(answer);
        mark(place);
        if (!answer.done) place.append(stop);
      });
    } catch (error) {
      if (own.signal.aborted) return;
      // What was shown before is not the end of it.
      place.replaceChildren(make('p', { role: 'alert' }, String(/** @type {Error} */ (error).message)));
    }
  }

  function compare() {
    question(compared, 'compare', { against: against.value }, (answer) => {
      compared.replaceChildren(
        make('table', {},
          make('thead', {}, make('tr', {}, ...answer.columns.map((/** @type {string} */ words) => make('th', { scope: 'col' }, words)))),
          make('tbody', {}, ...answer.rows.map((/** @type {string[]} */ row) => make('tr', {}, ...row.map((words, n) => make(n ? 'td' : 'th', n ? {} : { scope: 'row' }, words)))))),
        make('ul', {}, ...answer.sentences.map((/** @type {string} */ words) => make('li', {}, words))),
        make('p', { class: 'soft', id: 'compare-end' }, answer.done ? ending(answer) : `${answer.dealt.toLocaleString('en')} deals of each so far…`));
      if (answer.done) say(answer.sentences[0] ?? '');
    });
  }

  function tune() {
    const chosen = parts.filter((part) => part.box.checked).map((part) => part.name);
    question(tuned, 'tune', { keep: keep.value, want: want.value, open: chosen }, (answer) => {
      if (!answer.done) {
        const best = answer.best === null ? '' : `, best interest ${share(answer.best)}`;
        tuned.replaceChildren(make('p', {}, `Round ${answer.round}: ${answer.tried} designs tried, ${answer.racing} racing${best}. `));
        return;
      }
      const row = (/** @type {any} */ design, /** @type {number} */ n) => make('tr', {},
        make('th', { scope: 'row' }, n ? `design ${n}` : 'as it is'),
        ...[share(design.solvable), share(design.chance), `${share(design.interest)}${design.interest_interval ? ` (${share(design.interest_interval[0])} to ${share(design.interest_interval[1])})` : ''}`, design.different, `${design.seconds.toFixed(0)} s`, String(design.dealt), design.words].map((words) => make('td', {}, words)),
        make('td', {}, n ? make('button', { type: 'button', class: 'open-design', onclick: () => open(design.text) }, 'Open') : ''));
      tuned.replaceChildren(
        make('p', {}, `${answer.whole && answer.ended === 'over' ? 'All' : ''} ${answer.tried} designs${answer.whole && answer.ended === 'over' ? ' there are' : ' tried'}${answer.ended === 'time' ? ' before time ran out' : ''}; results on new deals:`.trim()),
        make('table', {},
          make('thead', {}, make('tr', {}, ...['', 'solvable', 'random play', 'interest', 'different challenges', 'setup time', 'deals', 'pieces', 'file'].map((words) => make('th', { scope: 'col' }, words)))),
          make('tbody', {}, ...answer.front.map(row))));
      say(`${answer.tried} designs tried.`);
    });
  }

  /** The text has changed: what was found belongs to the one before. */
  function changed() {
    for (const place of [compared, tuned]) {
      if (place.childElementCount === 0) continue;
      place.classList.add('stale');
      mark(place);
    }
  }

  /** Says of what was found for another text that it was. @param {HTMLElement} place */
  function mark(place) {
    if (!place.classList.contains('stale') || place.querySelector('.of-before')) return;
    place.prepend(make('p', { class: 'of-before' }, 'These results are for the file before your last change:'));
  }

  const section = make('section', {},
    make('h2', {}, 'Is it better?'),
    make('div', { class: 'row' }, make('label', { for: 'against' }, 'Compare with '), against, make('button', { type: 'button', id: 'compare', onclick: compare }, 'Compare')),
    compared,
    make('h2', {}, 'Search for better components'),
    make('p', { class: 'soft' }, 'Designs race against each other: those that are clearly worse drop out, new ones are made from the best, and the winners are tested on new deals. For a longer search, use dealwright tune.'),
    make('fieldset', {}, make('legend', {}, 'May change'), ...parts.map((part) => make('div', { class: 'row' }, part.box, make('label', { for: `open-${part.name}` }, part.words)))),
    make('div', { class: 'row' }, make('label', { for: 'keep' }, 'Always keep '), keep, make('label', { for: 'want' }, ' wanted '), want,
      make('button', { type: 'button', id: 'tune', onclick: () => { if (known()) tune(); } }, 'Search')),
    tuned);
  return { section, changed };
}
