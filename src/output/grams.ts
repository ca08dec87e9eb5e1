// Which stretches of a text stand in one of many secrets: eight characters in a row are enough. The cost of a look
// does not depend on how many secrets there are.

/** So many characters of a secret in a row are a piece that must not be shown. */
export const PIECE = 8;

export interface GramIndex {
  readonly size: number;
  /** `note` is given back with each find; it is kept for the latest text that has the piece. */
  add(text: string, note: string): void;
  /** @param piece folded, of the length of a piece. */
  has(piece: string): boolean;
  /** Calls `found` with each place at which a piece begins, from left to right. */
  scan(text: string, found: (at: number, note: string, piece: string) => void): void;
}

const BASE = 0x01000193;
/** What a character counts after PIECE steps. */
const GONE = powerOf(BASE, PIECE);
const SPREAD = 0x9e3779b1;
const FIRST_BITS = 14;
const MOST_BITS = 24;
/** The table has at least so many places for each piece: nearly all that is no piece ends there. */
const ROOM = 16;

export function createGramIndex(): GramIndex {
  const notes = new Map<string, string>();
  let bits = FIRST_BITS;
  let table = new Uint8Array(1 << (bits - 3));

  const mark = (hash: number): void => {
    const place = Math.imul(hash, SPREAD) >>> (32 - bits);
    table[place >>> 3] = (table[place >>> 3] ?? 0) | (1 << (place & 7));
  };
  const grow = (): void => {
    if (bits >= MOST_BITS || notes.size * ROOM < 1 << bits) return;
    bits = Math.min(MOST_BITS, bits + 3);
    table = new Uint8Array(1 << (bits - 3));
    for (const piece of notes.keys()) mark(hashOf(piece));
  };

  return {
    get size() {
      return notes.size;
    },
    add: (text, note) => {
      const plain = fold(text);
      for (let at = 0; at + PIECE <= plain.length; at++) {
        const piece = plain.slice(at, at + PIECE);
        notes.set(piece, note);
        mark(hashOf(piece));
      }
      grow();
    },
    has: (piece) => notes.has(piece),
    scan: (text, found) => {
      if (notes.size === 0) return;
      let hash = 0;
      for (let at = 0; at < text.length; at++) {
        hash = (Math.imul(hash, BASE) + folded(text.charCodeAt(at))) | 0;
        if (at >= PIECE) hash = (hash - Math.imul(folded(text.charCodeAt(at - PIECE)), GONE)) | 0;
        if (at < PIECE - 1) continue;
        const place = Math.imul(hash, SPREAD) >>> (32 - bits);
        if (((table[place >>> 3] ?? 0) & (1 << (place & 7))) === 0) continue;
        const from = at - PIECE + 1;
        const piece = fold(text.slice(from, at + 1));
        const note = notes.get(piece);
        if (note !== undefined) found(from, note, piece);
      }
    },
  };
}

/** The case of letters of ASCII makes no difference: nobody has to guess it. */
export function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const folded = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

function hashOf(piece: string): number {
  let hash = 0;
  for (let at = 0; at < piece.length; at++) hash = (Math.imul(hash, BASE) + piece.charCodeAt(at)) | 0;
  return hash;
}

function powerOf(base: number, times: number): number {
  let power = 1;
  for (let at = 0; at < times; at++) power = Math.imul(power, base);
  return power;
}
