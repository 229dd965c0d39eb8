// @ts-check
// Fields of a form that the desk describes: what can be set, what it is now, and what it can be.
import { make } from './talk.js';

/**
 * @typedef {{key: string, label: string, about: string, kind: string, value: any, written: string, options: {value: any, words: string}[],
 *   least: number | null, most: number | null, required: boolean}} Field
 */

/** Fields so far, for ids that differ. */
let made = 0;

/**
 * A field with its label. @param {Field} field @param {string} focus a name that it keeps when it is drawn again
 * @param {(change: {value?: any, toml?: string}) => void} change
 */
export function fieldFor(field, focus, change) {
  const id = `field-${made += 1}`;
  const label = make('label', { for: id, title: field.about || null }, field.label);
  const around = (/** @type {Node[]} */ ...inner) => make('div', { class: 'field' }, label, ...inner);
  const marked = { id, 'data-focus': focus };
  if (field.kind === 'choice') {
    const known = field.options.some((option) => same(option.value, field.value));
    const select = /** @type {HTMLSelectElement} */ (make('select', { ...marked, onchange: () => change({ value: select.value === '' ? null : field.options[Number(select.value)].value }) },
      field.required && known ? null : make('option', { value: '', selected: field.value === null }, field.value === null || known ? '–' : field.written),
      ...field.options.map((option, n) => make('option', { value: n, selected: same(option.value, field.value) }, option.words))));
    return around(select);
  }
  if (field.kind === 'flag') {
    const box = /** @type {HTMLInputElement} */ (make('input', { ...marked, type: 'checkbox', checked: field.value === true, onchange: () => change({ value: box.checked ? true : null }) }));
    return around(box);
  }
  if (field.kind === 'number') {
    const input = /** @type {HTMLInputElement} */ (make('input', { ...marked, type: 'number', inputmode: 'numeric', min: field.least, max: field.most, value: field.value ?? '', onchange: () => change({ value: input.value === '' ? null : Math.trunc(Number(input.value)) }) }));
    return around(input);
  }
  if (field.kind === 'names') return around(names(field, id, focus, change));
  const list = field.kind === 'text' && field.options.length > 0 ? make('datalist', { id: `${id}-list` }, ...field.options.slice(0, 200).map((option) => make('option', { value: option.words }))) : null;
  const isText = field.kind === 'text';
  const input = /** @type {HTMLInputElement} */ (make('input', { ...marked, type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', list: list ? list.id : null, value: isText ? field.value ?? '' : field.written,
    onchange: () => change(isText ? { value: input.value.trim() === '' ? null : input.value.trim() } : { toml: input.value }) }));
  return list ? around(input, list) : around(input);
}

/** @param {any} one @param {any} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Some of the options: each that is chosen as a button that takes it out, and a list to add more. @param {Field} field @param {string} id @param {string} focus @param {(change: {value?: any}) => void} change */
function names(field, id, focus, change) {
  const now = field.value === null ? [] : Array.isArray(field.value) ? field.value : [field.value];
  // One name stands alone, as files write it.
  const set = (/** @type {any[]} */ list) => change({ value: list.length === 0 ? null : list.length === 1 ? list[0] : list });
  const more = /** @type {HTMLSelectElement} */ (make('select', { id, 'data-focus': focus, onchange: () => { if (more.value !== '') set([...now, field.options[Number(more.value)].value]); } },
    make('option', { value: '' }, now.length > 0 ? 'and …' : '–'),
    ...field.options.flatMap((option, n) => (now.some((name) => same(name, option.value)) ? [] : [make('option', { value: n }, option.words)]))));
  return make('span', { class: 'names' }, ...now.map((name, n) => make('button', {
    type: 'button', class: 'chip', 'data-focus': `${focus}-${n}`, 'aria-label': `${field.label}: take out ${name}`, onclick: () => set(now.filter((_, other) => other !== n)),
  }, `${name} ✕`)), more);
}
