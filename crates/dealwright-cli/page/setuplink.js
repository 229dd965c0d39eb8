// @ts-check
// A whole setup in an address: the file, compressed, after the #. Nothing is kept anywhere else.

/** The longest file that is read, as the reader of setups has it; and the longest address. */
const MOST_BYTES = 256 * 1024;
const MOST_LETTERS = 100_000;
/** What begins an address of this kind, so that there can be others one day. */
const MARK = 'z.';

/** @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function gathered(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => { /* It is not wanted any more. */ });
      throw new Error(`This link holds a file of more than ${most / 1024} KB, which no setup has.`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** The part of an address that holds a setup. @param {string} text @param {Record<string, string>} options */
export async function packed(text, options) {
  const bytes = await gathered(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), MOST_BYTES);
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const data = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const chosen = new URLSearchParams(options).toString();
  return `${MARK}${data}${chosen ? `?${chosen}` : ''}`;
}

/** The setup in such a part of an address. @param {string} part @returns {Promise<{text: string, options: Record<string, string>}>} */
export async function unpacked(part) {
  const [data, chosen] = part.split('?', 2);
  if (!data.startsWith(MARK)) throw new Error('This link holds no setup. Ask for it again.');
  if (data.length > MOST_LETTERS) throw new Error('This link is too long to hold a setup.');
  let bytes;
  try {
    const letters = atob(data.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    bytes = await gathered(new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('deflate-raw')), MOST_BYTES);
  } catch (error) {
    if (/KB/.test(String(error))) throw error;
    throw new Error('This link is damaged: the setup in it cannot be read. Ask for it again.');
  }
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('This link is damaged: the setup in it cannot be read. Ask for it again.');
  }
  return { text, options: Object.fromEntries(new URLSearchParams(chosen ?? '')) };
}
