// @ts-check
// Which differences are real, which components would be better, and whether every deal can be solved: asked of the desk, shown as it
// comes, stopped at any time. What was found until then stays.
import { stream } from './desk.js';
import { share } from './meter.js';
import { make, say } from './talk.js';

/** What a search may change, in words. */
const PARTS = [['faces', 'what stands on the pieces'], ['kit', 'which pieces are in the kit'], ['slots', 'where they lie'], ['deal', 'how they are dealt'], ['piles', 'which suits or values make up each pile']];

/**
 * The questions of a designer.
 * @param {{name: string, title: string}[]} setups @param {() => object} mine @param {() => Promise<boolean>} known whether the design can be dealt, as soon as it has been read
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
  const region = (/** @type {string} */ id, /** @type {string} */ label) => make('div', { id, class: 'wide', tabindex: '0', role: 'region', 'aria-label': label });
  const compared = region('compared', 'Comparison');
  const tuned = region('tuned', 'Search');
  const proved = region('proved', 'Proof');
  const keep = /** @type {HTMLInputElement} */ (make('input', { id: 'keep', placeholder: '6 of each colour' }));
  const want = /** @type {HTMLInputElement} */ (make('input', { id: 'want', placeholder: 'solvable>=0.9, random<=20%' }));
  const parts = PARTS.map(([name, words]) => ({ name, words, box: /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', id: `open-${name}`, checked: name === 'faces' })) }));
  /** One question at a time; leaving the page ends it. @type {AbortController | null} */
  let asking = null;
  left.addEventListener('abort', () => asking?.abort());

  /**
   * @param {HTMLElement} place @param {string} path @param {object} body @param {(answer: any) => void} each shows an answer
   * @param {(answer: any) => void} [stopped] shows the last one as the end of a search that was stopped
   */
  async function question(place, path, body, each, stopped) {
    asking?.abort();
    const own = asking = new AbortController();
    /** @type {any} */
    let last = null;
    const stop = make('button', { type: 'button', class: 'stop', onclick: () => own.abort() }, 'Stop');
    own.signal.addEventListener('abort', () => {
      if (last && stopped) stopped(last);
      else if (!last) place.replaceChildren(make('p', {}, 'Stopped.'));
      stop.remove();
      if (last && !stopped) place.append(make('p', { class: 'soft' }, 'Stopped: this is what was found until then.'));
      mark(place);
    });
    place.classList.remove('stale');
    place.replaceChildren(make('p', {}, 'One moment… ', stop));
    try {
      await stream(path, { ...mine(), ...body }, own.signal, (answer) => {
        if (own.signal.aborted) return;
        const isHeld = place.contains(document.activeElement) ? document.activeElement?.className : null;
        each(answer);
        last = answer;
        mark(place);
        if (!answer.done) place.append(stop);
        // Whoever was on the button stays on it.
        if (isHeld === 'stop' && !answer.done) stop.focus();
      });
    } catch (error) {
      if (own.signal.aborted) return;
      // What was shown before is not the end of it.
      place.replaceChildren(make('p', { role: 'alert' }, String(/** @type {Error} */ (error).message)));
    }
  }

  /** @param {object} body */
  function compare(body) {
    question(compared, 'compare', body, (answer) => {
      compared.replaceChildren(
        make('table', {},
          make('thead', {}, make('tr', {}, ...answer.columns.map((/** @type {string} */ words) => make(words ? 'th' : 'td', words ? { scope: 'col' } : {}, words)))),
          make('tbody', {}, ...answer.rows.map((/** @type {string[]} */ row) => make('tr', {}, ...row.map((words, n) => make(n ? 'td' : 'th', n ? {} : { scope: 'row' }, words)))))),
        make('ul', {}, ...answer.sentences.map((/** @type {string} */ words) => make('li', {}, words))),
        make('p', { class: 'soft', id: 'compare-end' }, answer.done ? ending(answer) : `${answer.dealt.toLocaleString('en')} deals of each so far…`));
      if (answer.done) say(answer.sentences[0] ?? '');
    });
  }

  /** The front as a picture, whose points are buttons, and as a table. @param {any} answer @param {string} words */
  function showFront(answer, words) {
    const name = (/** @type {number} */ n) => (n ? `design ${n}` : 'as it is');
    const picture = make('div', { class: 'front-picture' });
    if (answer.picture) {
      picture.innerHTML = answer.picture;
      answer.spots.forEach((/** @type {[number, number] | null} */ spot, /** @type {number} */ n) => {
        if (!spot) return;
        const point = make('button', { type: 'button', class: 'point', 'aria-label': `Open ${name(n)}`, title: name(n), onclick: () => open(answer.front[n].text) });
        point.style.left = `${100 * spot[0]}%`;
        point.style.top = `${100 * spot[1]}%`;
        picture.append(point);
      });
    }
    const row = (/** @type {any} */ design, /** @type {number} */ n) => make('tr', {},
      make('th', { scope: 'row' }, name(n)),
      ...[share(design.solvable), share(design.chance), `${share(design.interest)}${design.interest_interval ? ` (${share(design.interest_interval[0])} to ${share(design.interest_interval[1])})` : ''}`, design.different, `${design.seconds.toFixed(0)} s`, String(design.dealt), design.words].map((cell) => make('td', {}, cell)),
      make('td', {}, n ? make('button', { type: 'button', class: 'open-design', 'aria-label': `Open ${name(n)}`, onclick: () => open(design.text) }, 'Open') : ''));
    tuned.replaceChildren(make('p', { id: 'tune-words' }, words));
    if (answer.front.length > 0) {
      tuned.append(picture, make('p', { class: 'soft' }, 'Each point is a design: further right more of its deals can be solved, higher up they are more interesting, and larger ones have more different challenges. 0 is the design as it is. Click one to open it.'),
        make('table', {},
          make('thead', {}, make('tr', {}, ...['', 'solvable', 'random play', 'interest', 'different challenges', 'setup time', 'deals', 'pieces', ''].map((cell) => make(cell ? 'th' : 'td', cell ? { scope: 'col' } : {}, cell)))),
          make('tbody', {}, ...answer.front.map(row))));
    }
  }

  function tune() {
    const chosen = parts.filter((part) => part.box.checked).map((part) => part.name);
    const soFar = 'These figures are from the race itself and flatter the winners a little; only the end of a search deals anew.';
    question(tuned, 'tune', { keep: keep.value, want: want.value, open: chosen }, (answer) => {
      if (!answer.done) {
        const best = answer.best === null ? '' : `, best interest ${share(answer.best)}`;
        return showFront(answer, `Round ${answer.round}: ${answer.tried} designs tried, ${answer.racing} racing${best}. ${answer.front.length > 0 ? soFar : ''}`);
      }
      const all = answer.whole && answer.ended === 'over';
      showFront(answer, `${all ? 'All' : ''} ${answer.tried} designs${all ? ' there are' : ' tried'}${answer.ended === 'time' ? ' before time ran out' : ''}; results on new deals:`.trim());
      say(`${answer.tried} designs tried.`);
    }, (last) => { if (!last.done) showFront(last, `Stopped after ${last.tried} designs. ${soFar}`); });
  }

  function prove() {
    question(proved, 'prove', {}, (answer) => {
      const done = answer.total > 0 ? Math.min(1, answer.tried / answer.total) : 0;
      const bar = /** @type {HTMLProgressElement} */ (make('progress', { max: '1', 'aria-label': 'Deals tried' }));
      bar.value = done;
      const what = answer.whole ? 'different deals' : 'deals, since there are too many to try all on this page';
      const dead = answer.counterexample ? make('p', {}, make('a', { href: `#play/${answer.counterexample}`, class: 'button', id: 'dead-deal' }, 'Look at the deal that cannot be solved')) : null;
      const end = answer.ended === 'time' ? 'Time ran out; use dealwright prove for longer work.' : '';
      proved.replaceChildren(bar, make('p', { id: 'prove-words' }, answer.done ? `${answer.sentences.join(' ')} ${end}` : `${answer.tried.toLocaleString('en')} of ${answer.total.toLocaleString('en')} ${what}; none is dead so far.`));
      if (dead) proved.append(dead);
      if (answer.done) say(answer.sentences[0] ?? '');
    });
  }

  /** The text has changed: what was found belongs to the one before. */
  function changed() {
    for (const place of [compared, tuned, proved]) {
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

  /** Runs a question if there is a design to ask about; one that is being read is waited for. @param {() => void} run @param {HTMLElement} place */
  const ifGood = (run, place) => async () => {
    const isGood = await known();
    if (left.aborted) return;
    if (isGood) return run();
    place.replaceChildren(make('p', { role: 'alert' }, 'Mend the design first.'));
  };
  const section = make('section', { 'data-region': 'Search', id: 'search-section', 'aria-label': 'Compare, search, prove' },
    make('h2', {}, 'Is it better?'),
    make('div', { class: 'row' }, make('label', { for: 'against' }, 'Compare with '), against, make('button', { type: 'button', id: 'compare', onclick: ifGood(() => compare({ against: against.value }), compared) }, 'Compare')),
    compared,
    make('h2', {}, 'Search for better components'),
    make('p', { class: 'soft' }, 'Designs race against each other: those that are clearly worse drop out, new ones are made from the best, and the winners are tested on new deals. For a longer search, use dealwright tune.'),
    make('fieldset', {}, make('legend', {}, 'May change'), ...parts.map((part) => make('div', { class: 'row' }, part.box, make('label', { for: `open-${part.name}` }, part.words)))),
    make('div', { class: 'row' }, make('label', { for: 'keep' }, 'Always keep '), keep, make('label', { for: 'want' }, ' wanted '), want,
      make('button', { type: 'button', id: 'tune', onclick: ifGood(tune, tuned) }, 'Search')),
    tuned,
    make('h2', {}, 'Can every deal be solved?'),
    make('p', { class: 'soft' }, 'Every different deal is tried until one is dead. Where there are more than two million, 10,000 deals are tried by chance, which proves nothing but says how rare dead ones are.'),
    make('div', { class: 'row' }, make('button', { type: 'button', id: 'prove', onclick: ifGood(prove, proved) }, 'Try every deal')),
    proved);
  return { section, changed, compare, compared };
}
