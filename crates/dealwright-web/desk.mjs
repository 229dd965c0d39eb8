// The desk in WebAssembly, for a web worker or for Node: questions in, answers out.

/**
 * @param {BufferSource | WebAssembly.Module} module the compiled desk, or its bytes
 * @param {() => boolean} shouldPause asked between pieces of work: whether to pause now
 */
export async function openDesk(module, shouldPause) {
    const imports = { caller: { should_pause: () => (shouldPause() ? 1 : 0) } };
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    const instance = await WebAssembly.instantiate(compiled, imports);
    const desk = /** @type {any} */ (instance.exports);

    /** @param {string} name @param {unknown} body */
    const put = (name, body) => {
        const bytes = new TextEncoder().encode(`${name}\n${JSON.stringify(body)}`);
        const start = desk.reserve(bytes.length);
        new Uint8Array(desk.memory.buffer, start, bytes.length).set(bytes);
    };
    /** @param {number} length */
    const take = (length) => {
        const bytes = new Uint8Array(desk.memory.buffer, desk.result(), length);
        const found = JSON.parse(new TextDecoder().decode(bytes));
        if (found.error !== undefined) throw new Error(found.error);
        return found;
    };

    return {
        /** @param {string} name @param {unknown} body @param {number} positions that one search may look at */
        ask(name, body, positions = 1_000_000) {
            put(name, body);
            return take(desk.answer(positions)).answer;
        },
        /** Begins a stream; the number by which it is known. @param {string} name @param {unknown} body */
        open(name, body) {
            put(name, body);
            return take(desk.open()).stream;
        },
        /** The next piece of a stream: what it tells, or null, and whether it is done. @param {number} stream */
        goOn(stream, isLate = false) {
            return take(desk.go_on(stream, isLate ? 1 : 0));
        },
        /** @param {number} stream */
        close(stream) {
            desk.close(stream);
        },
    };
}
