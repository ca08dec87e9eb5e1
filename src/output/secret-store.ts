// The secrets of one generation, by their pieces and as wholes.
import { createGramIndex, fold, type GramIndex, PIECE } from './grams.js';
import type { Region } from './region.js';
import { unescaped } from './views.js';

/** The latest so many of those that come and go are known, up to twice as many. */
const GENERATION = 4096;
/** Pieces of them; and of one, its beginning. A target can issue tokens of megabytes. */
const MOST_PIECES = 1_000_000;
const LONGEST = 2048;
/** Longer ones fit into no header. */
const LONGEST_WHOLE = 65_536;
const MOST_TEXT = 8_000_000;

/** In the place of an alias: a secret begins so, and its pieces may be shown. */
export const WHOLE_ONLY = '';

/** What is known of the secrets of one generation. */
export interface SecretStore {
  /** They are not of a target's choosing. */
  readonly isOurs: boolean;
  readonly grams: GramIndex;
  /** Whole secrets, folded, by their length; the longest length first. */
  readonly wholes: Map<number, Map<string, string>>;
  readonly starts: Set<string>;
  readonly shorts: Map<string, readonly string[]>;
  /** What long ones go on with behind their beginning. */
  readonly rests: Map<string, string>;
  size: number;
  /** In characters. */
  text: number;
}

export function createSecretStore(isOurs: boolean): SecretStore {
  return {
    isOurs,
    grams: createGramIndex(),
    wholes: new Map(),
    starts: new Set(),
    shorts: new Map(),
    rests: new Map(),
    size: 0,
    text: 0,
  };
}

export const isFull = ({ size, grams, text }: SecretStore): boolean =>
  size >= GENERATION || grams.size >= MOST_PIECES || text >= MOST_TEXT;

export function putSecret(store: SecretStore, secret: string, alias: string, wholeOnly: boolean): void {
  const value = secret.slice(0, LONGEST);
  if (secret.length > LONGEST) store.rests.set(fold(value), fold(secret.slice(LONGEST, LONGEST_WHOLE)));
  store.size++;
  store.text += Math.min(secret.length, LONGEST_WHOLE);
  if (value.length < PIECE) {
    store.shorts.set(alias, [...(store.shorts.get(alias) ?? []), ...formsOf(value)]);
    return;
  }
  // Its other readings, too: a text is searched with its escapes undone, and the secret may look like one.
  for (const form of new Set([value, unescaped(value)?.text ?? value, bytesOf(value)])) {
    if (form.length < PIECE) continue;
    const folded = fold(form);
    const start = folded.slice(0, PIECE);
    if (wholeOnly) {
      if (!store.grams.has(start)) store.grams.add(start, WHOLE_ONLY);
    } else {
      store.grams.add(form, alias);
      store.grams.add(Array.from(form).toReversed().join(''), alias);
    }
    store.starts.add(start);
    const same = store.wholes.get(folded.length) ?? new Map<string, string>();
    same.set(folded, alias);
    store.wholes.set(folded.length, same);
  }
}

/** UTF-8 as one character for each byte: what a decoder of base64, hex or URLs makes of it. */
function bytesOf(value: string): string {
  return String.fromCharCode(...new TextEncoder().encode(value));
}

/** How a short secret looks inside JSON text and inside a URL. */
function formsOf(value: string): string[] {
  const wellFormed = value.toWellFormed();
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(wellFormed)])];
}

/** The longest one: a secret may begin with another one. */
export function wholeAt(text: string, at: number, { wholes, rests }: SecretStore): Region | undefined {
  let best: Region | undefined;
  for (const [length, same] of wholes) {
    const alias =
      length > (best ? best.to - at : 0) ? same.get(fold(text.slice(at, at + length))) : undefined;
    if (alias !== undefined) best = { from: at, to: at + length, alias, isWhole: true };
  }
  if (best?.to !== at + LONGEST) return best;
  const rest = rests.get(fold(text.slice(at, best.to))) ?? '';
  return { ...best, to: best.to + commonLength(fold(text.slice(best.to, best.to + rest.length)), rest) };
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
