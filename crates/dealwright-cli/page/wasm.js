// @ts-check
// The desk in WebAssembly, for a web worker or for Node: questions in, answers out.

/** Memory near the module's own bound: what fails then has failed for want of it. */
const ALMOST_ALL = 384 * 2 ** 20;

/** What cannot be answered; when it is final, this desk cannot be used any more. */
export class Refusal extends Error {
  /** @param {string} words @param {boolean} final */
  constructor(words, final = false) {
    super(words);
    this.final = final;
  }
}

/** @param {WebAssembly.Module} module */
export async function openDesk(module) {
  /** When a piece of work is over. */
  let end = Infinity;
  const imports = { caller: { should_pause: () => (performance.now() >= end ? 1 : 0) } };
  const desk = /** @type {any} */ ((await WebAssembly.instantiate(module, imports)).exports);

  /** @param {string} name @param {unknown} body */
  function put(name, body) {
    const bytes = new TextEncoder().encode(`${name}\n${JSON.stringify(body)}`);
    const start = desk.reserve(bytes.length);
    new Uint8Array(desk.memory.buffer, start, bytes.length).set(bytes);
  }

  /** Calls a door; what it leaves is given back as bytes. @param {() => number} door */
  function call(door) {
    try {
      const length = door();
      return new Uint8Array(desk.memory.buffer, desk.result(), length);
    } catch (error) {
      if (desk.memory.buffer.byteLength < ALMOST_ALL) throw new Refusal(`internal error, please report it (${error})`, true);
      throw new Refusal('This is too large for a page: it needs more than 512 MB of memory. The program dealwright can do more.', true);
    }
  }

  /** @param {() => number} door */
  function take(door) {
    const found = JSON.parse(new TextDecoder().decode(call(door)));
    if (found.error !== undefined) throw new Refusal(found.error);
    return found;
  }

  return {
    /** @param {string} name @param {unknown} body @param {number} positions that one search may look at */
    ask(name, body, positions = 1_000_000) {
      put(name, body);
      end = performance.now() + desk.patience();
      return take(() => desk.answer(positions)).answer;
    },
    /** A PDF, where this is the part that prints. @param {string} what @param {unknown} body @returns {Uint8Array} */
    print(what, body) {
      put(what, body);
      const found = call(() => desk.print()).slice();
      // What cannot be printed is told in JSON; a PDF begins with %.
      if (found[0] === 0x7b) throw new Refusal(JSON.parse(new TextDecoder().decode(found)).error);
      return found;
    },
    /** Begins a stream: its number, and the seconds it may take. @param {string} name @param {unknown} body @returns {{stream: number, seconds: number}} */
    open(name, body) {
      put(name, body);
      return take(() => desk.open());
    },
    /**
     * The next piece of a stream: what it tells, or null, and whether it is done.
     * @param {number} stream @param {number} time in milliseconds @param {boolean} isLate @returns {{told: any, done: boolean}}
     */
    goOn(stream, time, isLate = false) {
      end = performance.now() + time;
      return take(() => desk.go_on(stream, isLate ? 1 : 0));
    },
    /** @param {number} stream */
    close(stream) {
      desk.close(stream);
    },
    /** Bytes that this desk has taken; it never gives any back. */
    memory() {
      return desk.memory.buffer.byteLength;
    },
  };
}
