// @ts-check
// The token that a server wants from other devices before they change anything. It is kept for as long as the tab is open.
import { make } from './talk.js';

const STORE = 'dealwright.token';
/** Where the browser keeps nothing. */
let kept = '';

/** The token that was given, if any. */
export function token() {
  try { return sessionStorage.getItem(STORE) ?? kept; } catch { return kept; }
}

/** @param {string} given */
function keep(given) {
  kept = given;
  try { sessionStorage.setItem(STORE, given); } catch { /* until the page is left */ }
}

/** Asks for the token; whether one was given. @param {string} why @returns {Promise<boolean>} */
export function askToken(why) {
  return new Promise((resolve) => {
    const input = /** @type {HTMLInputElement} */ (make('input', { id: 'token', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'token-why' }));
    let given = '';
    const form = make('form', { method: 'dialog', onsubmit: () => { given = input.value.trim(); } },
      make('h2', { id: 'token-title' }, 'Token'), make('p', { id: 'token-why' }, `${why[0].toUpperCase()}${why.slice(1)}.`),
      make('label', { for: 'token' }, 'Token '), input,
      make('div', { class: 'buttons' }, make('button', { type: 'submit', class: 'main', id: 'token-give' }, 'Go on'),
        make('button', { type: 'button', id: 'token-leave', onclick: () => dialog.close() }, 'Leave it')));
    const dialog = /** @type {HTMLDialogElement} */ (make('dialog', {
      id: 'token-dialog', 'aria-labelledby': 'token-title',
      onclose: () => {
        dialog.remove();
        if (given) keep(given);
        resolve(given !== '');
      },
    }, form));
    document.body.append(dialog);
    dialog.showModal();
  });
}
