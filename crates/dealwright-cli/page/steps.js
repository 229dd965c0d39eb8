// @ts-check
// The steps as sentences: each with menus for what it does, in an order that can be changed by dragging or by keys.
import { fieldFor } from './fields.js';
import { make } from './talk.js';

/** @param {import('./tray.js').Bench} bench */
export function stepsSection({ model, edit }) {
  const verbs = (/** @type {string} */ chosen) => model.verbs.map((/** @type {any} */ verb) => make('option', { value: verb.verb, selected: verb.verb === chosen }, `${verb.verb}: ${verb.about}`));
  const more = /** @type {HTMLSelectElement} */ (make('select', { id: 'new-verb', 'aria-label': 'What the new step does', 'data-focus': 'new-verb' }, ...verbs('shuffle')));
  const list = make('ol', { class: 'steps', id: 'steps' }, ...model.steps.map((/** @type {any} */ step, /** @type {number} */ n) => stepOf(step, n)));
  dragging(list);
  return make('section', { id: 'steps-section', 'aria-label': 'Steps', 'data-region': 'Steps' },
    make('h2', {}, 'Steps'),
    model.steps.length > 0 ? list : make('p', { class: 'soft' }, 'Nothing is done with the pieces yet.'),
    make('div', { class: 'row' }, more, make('button', { type: 'button', id: 'add-step', 'data-focus': 'add-step', onclick: () => edit([{ edit: 'add_step', at: model.steps.length, verb: more.value }]) }, 'Add a step')));

  /** @param {any} step @param {number} n */
  function stepOf(step, n) {
    const problem = model.problems.find((/** @type {any} */ problem) => problem.step === n);
    const button = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {object} */ change, /** @type {boolean} */ can, /** @type {string} */ focus) => make('button', { type: 'button', 'aria-label': `${words} step ${n + 1}`, title: words, disabled: !can, 'data-focus': `${words}-step-${n}`, onclick: () => edit([change], focus) }, sign);
    const verb = /** @type {HTMLSelectElement} */ (make('select', { 'aria-label': `What step ${n + 1} does`, 'data-focus': `verb-${n}`, onchange: () => edit([{ edit: 'set_verb', step: n, verb: verb.value }]) }, ...model.verbs.map((/** @type {any} */ known) => make('option', { value: known.verb, selected: known.verb === step.verb, title: known.about }, known.verb))));
    return make('li', { class: `step${problem ? ' odd' : ''}`, 'data-step': n },
      make('div', { class: 'row' }, make('span', { class: 'handle', 'aria-hidden': 'true', title: 'Drag to another place' }, '⠿'), make('span', { class: 'sentence' }, step.sentence)),
      problem ? make('p', { class: 'problem' }, problem.message) : null,
      make('details', { 'data-keep': `step-${n}` }, make('summary', { 'data-focus': `step-${n}` }, `Change step ${n + 1}`),
        make('div', { class: 'fields' }, make('div', { class: 'field' }, make('span', {}, 'do'), verb),
          ...step.fields.map((/** @type {any} */ field) => fieldFor(field, `step-${n}-${field.key}`, (change) => edit([{ edit: 'set_step', step: n, key: field.key, ...change }])))),
        make('div', { class: 'row' },
          button('↑', 'earlier:', { edit: 'move_step', from: n, to: n - 1 }, n > 0, `earlier:-step-${n - 1}`),
          button('↓', 'later:', { edit: 'move_step', from: n, to: n + 1 }, n < model.steps.length - 1, `later:-step-${n + 1}`),
          button('❐', 'copy', { edit: 'copy_step', step: n }, true, `step-${n + 1}`),
          button('✕', 'take out', { edit: 'remove_step', step: n }, true, 'new-verb'))));
  }

  /** Steps are dragged by their handles. @param {HTMLElement} list */
  function dragging(list) {
    /** @type {{item: HTMLElement, to: number} | null} */
    let held = null;
    list.addEventListener('pointerdown', (event) => {
      const item = /** @type {HTMLElement} */ (event.target).closest('.handle')?.closest('li');
      if (!item || event.button !== 0) return;
      event.preventDefault();
      held = { item, to: Number(item.dataset.step) };
      item.classList.add('held');
      list.setPointerCapture(event.pointerId);
    });
    list.addEventListener('pointermove', (event) => {
      if (!held) return;
      const items = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(':scope > li'))];
      const over = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom);
      held.to = over < 0 ? items.length - 1 : over;
      items.forEach((item, n) => item.classList.toggle('over', n === held?.to && item !== held?.item));
    });
    const end = () => {
      if (!held) return;
      const from = Number(held.item.dataset.step);
      const { to } = held;
      held.item.classList.remove('held');
      held = null;
      for (const item of list.querySelectorAll('.over')) item.classList.remove('over');
      if (to !== from) edit([{ edit: 'move_step', from, to }], `step-${to}`);
    };
    list.addEventListener('pointerup', end);
    list.addEventListener('pointercancel', () => { held?.item.classList.remove('held'); held = null; });
  }
}
