// @ts-check
// A worker: a desk of its own, one question after the other.
import { openDesk, Refusal } from './wasm.js';

/** @type {Awaited<ReturnType<typeof openDesk>> | undefined} */
let desk;

addEventListener('message', async ({ data }) => {
  try {
    desk ??= await openDesk(data.module);
    const { door, given } = data;
    const answer = door ? /** @type {any} */ (desk)[door](...given) : null;
    postMessage({ answer, memory: desk.memory() });
  } catch (error) {
    const final = !(error instanceof Refusal) || error.final;
    postMessage({ error: String(/** @type {Error} */ (error).message), final });
  }
});
