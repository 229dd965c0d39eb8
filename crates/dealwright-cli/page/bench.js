// @ts-check
// The bench: everything of a design that can be changed by hand. It shows what the desk says of the file; every change goes to the
// desk as an edit, and comes back as another file.
import { ask } from './desk.js';
import { boardSection } from './places.js';
import { stepsSection } from './steps.js';
import { tray } from './tray.js';
import { counted, make, say } from './talk.js';

/** Symbols whose numbers are told beside what is wrong. */
const MOST_ODD = 5;
/** The names of steps that are open or not. */
const STEP = /^step-/;

/**
 * @param {HTMLElement} place
 * @param {{text: () => string, options: () => Record<string, string>, tell: (problems: any[]) => void, changed: (text: string, model: any) => void,
 *   point: (fault: {line: number, column: number}) => void, left: AbortSignal}} given
 */
export function bench(place, given) {
  /** @type {any} */
  let model = null;
  /** Edits are made one after the other, each on what the one before left. */
  let queue = Promise.resolve();
  /** Details that are open, so that they stay so. @type {Set<string>} */
  const opened = new Set();
  const chosen = { symbol: null, tool: /** @type {'paint'} */ ('paint'), marked: null, at: null, next: null };
  /** What gets the focus when the last edit is answered, and edits that are not answered yet. @type {string | ((model: any) => string) | undefined} */
  let wanted;
  let waiting = 0;
  const board = { tool: /** @type {'draw' | 'order' | 'empty'} */ ('order'), pending: [], place: null };
  const refusal = make('p', { id: 'refusal', role: 'status', class: 'problem', hidden: '' });
  const body = make('div', { id: 'bench' });
  place.replaceChildren(refusal, body);
  place.addEventListener('toggle', (event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.target);
    const name = details.dataset?.keep;
    if (name) if (details.open) opened.add(name); else opened.delete(name);
  }, true);

  /** Steps that are open stay so when their numbers change. @param {any[]} edits */
  function renumber(edits) {
    for (const { edit: what, step = 0, at = 0, from = 0, to = 0 } of edits) {
      /** @type {(n: number) => number | null} */
      const next = what === 'move_step' ? (n) => (n === from ? to : n - Number(n > from) + Number(n - Number(n > from) >= to))
        : what === 'remove_step' ? (n) => (n === step ? null : n - Number(n > step))
          : what === 'copy_step' ? (n) => n + Number(n > step)
            : what === 'add_step' ? (n) => n + Number(n >= at) : (n) => n;
      const steps = [...opened].filter((name) => STEP.test(name));
      for (const name of steps) opened.delete(name);
      for (const name of steps) {
        const number = next(Number(name.replace(STEP, '')));
        if (number !== null) opened.add(`step-${number}`);
      }
    }
  }

  /** @param {object[]} edits @param {string | ((model: any) => string)} [focus] what has the focus afterwards */
  function edit(edits, focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.focus) {
    // Only what is chosen on the page has changed.
    if (edits.length === 0) return draw(typeof focus === 'string' ? focus : undefined);
    wanted = focus;
    waiting += 1;
    queue = queue.then(async () => {
      try {
        /** @type {string} */
        let before;
        /** @type {any} */
        let made;
        // Whoever goes on in the file meanwhile, or undoes something, loses nothing by it: the edit is made on what is there then.
        do {
          before = given.text();
          made = await ask('builder', { text: before, options: given.options(), edits }, given.left);
        } while (before !== given.text());
        refusal.hidden = true;
        waiting -= 1;
        renumber(edits);
        const focusThere = typeof wanted === 'function' ? wanted(made.model) : wanted;
        display(made.model, focusThere);
        given.changed(made.text, made.model);
      } catch (error) {
        waiting -= 1;
        if (given.left.aborted) return;
        refusal.hidden = false;
        refusal.textContent = String(/** @type {Error} */ (error).message);
        say(refusal.textContent);
        draw(typeof wanted === 'string' ? wanted : undefined);
      }
      if (waiting === 0) chosen.next = null;
    });
  }

  /** @param {any} next @param {string} [focus] */
  function display(next, focus) {
    model = next;
    given.tell(model.problems);
    draw(focus);
  }

  /** What is wrong, and what mends it. */
  function problems() {
    if (model.problems.length === 0) return null;
    const [first, ...others] = model.problems;
    const remedies = first.remedies.filter((/** @type {any} */ remedy) => !remedy.at);
    const onPieces = first.remedies.length - remedies.length;
    const odd = model.symbols.filter((/** @type {any} */ symbol) => symbol.problem);
    const numbers = odd.slice(0, MOST_ODD).map((/** @type {any} */ symbol) => `${symbol.symbol} is on ${counted(symbol.count, 'square')}, ${symbol.problem}`);
    if (odd.length > MOST_ODD) numbers.push(`and ${odd.length - MOST_ODD} more that are marked below`);
    return make('section', { id: 'problems', class: 'problems', 'aria-label': 'What is wrong', 'data-region': 'What is wrong' },
      make('h2', {}, 'What is wrong'),
      make('p', { class: 'problem' }, `${first.message[0]?.toUpperCase() ?? ''}${first.message.slice(1)}${/[.?!]$/.test(first.message) ? '' : '.'} ${numbers.length > 0 ? `${numbers.join('; ')}.` : ''}`),
      onPieces > 0 ? make('p', {}, 'The pieces that can mend it are marked below, each with its change.') : null,
      make('div', { class: 'buttons' }, ...remedies.map((/** @type {any} */ remedy, /** @type {number} */ n) => make('button', { type: 'button', class: 'main remedy', 'data-focus': `mend-${n}`, onclick: () => edit(remedy.edits) }, remedy.words)),
        make('button', { type: 'button', 'data-focus': 'point', onclick: () => given.point(first) }, `Show it in the file (line ${first.line})`)),
      others.length > 0 ? make('p', { class: 'soft' }, `And ${others.length} more: ${others.map((/** @type {any} */ other) => other.message).join('; ')}`) : null);
  }

  /** The title, what is said about it, and rules. */
  function head() {
    const field = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ value) => {
      const input = /** @type {HTMLInputElement} */ (make('input', { type: 'text', id: `kit-${key}`, value, autocomplete: 'off', 'data-focus': `kit-${key}`, onchange: () => edit([{ edit: 'set', key, value: input.value }]) }));
      return make('div', { class: 'field' }, make('label', { for: `kit-${key}` }, words), input);
    };
    const rules = model.known_rules.map((/** @type {any} */ rule) => make('label', { class: 'row' }, make('input', { type: 'checkbox', 'data-focus': `rule-${rule.name}`, checked: model.rules.includes(rule.name), onchange: () => edit([{ edit: 'set', key: 'rules', value: model.rules.includes(rule.name) ? model.rules.filter((/** @type {string} */ other) => other !== rule.name) : [...model.rules, rule.name] }]) }), make('span', {}, make('b', {}, rule.name), ` ${rule.about}`)));
    return make('details', { 'data-keep': 'head' }, make('summary', { 'data-focus': 'head' }, `${model.title || 'No title'}: title and rules`), field('title', 'Title', model.title), field('about', 'About', model.about), ...rules);
  }

  /** @param {string} [focus] */
  function draw(focus) {
    if (!model) return;
    if (!model.editable) {
      body.replaceChildren(...[problems(), make('p', {}, 'The file cannot be read, so there is nothing to change by hand. Mend it in the file, or undo.')].filter((part) => part !== null));
      return;
    }
    const had = focus ?? (body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.focus : undefined);
    const all = { model, edit, chosen, board, left: given.left };
    body.replaceChildren(...[problems(), head(), tray(all), boardSection(all), stepsSection(all)].filter((part) => part !== null));
    for (const details of /** @type {NodeListOf<HTMLDetailsElement>} */ (body.querySelectorAll('details[data-keep]'))) details.open = opened.has(details.dataset.keep ?? '');
    if (!had) return;
    const at = /** @type {HTMLElement | null} */ (body.querySelector(`[data-focus="${CSS.escape(had)}"]`));
    if (at) at.focus({ preventScroll: true });
    else if (focus && document.activeElement === document.body) /** @type {HTMLElement | null} */ (body.querySelector('.square[tabindex="0"], [data-focus="new-kind"]'))?.focus({ preventScroll: true });
  }

  /** Shows what is known of the file, unless that is what is shown. @param {any} next */
  const show = (next) => { if (next !== model) display(next); };
  /** Another design begins with everything closed. */
  const forget = () => { opened.clear(); refusal.hidden = true; };
  return { show, forget };
}
