// The secrets that are known, and where a text shows one of them, or a piece of one, in whatever encoding.
import { createGramIndex, fold, type GramIndex, PIECE } from './grams.js';
import { decoded, unescaped, type View } from './views.js';

/** A stretch of a text that must not be shown, and what stands in its place. */
export interface Region {
  readonly from: number;
  readonly to: number;
  readonly alias: string;
  /** It is the secret itself, not a piece of it. */
  readonly isWhole: boolean;
}

export interface SecretBook {
  /** Lasting ones are never forgotten; of the others, the latest are known. */
  add(value: string, alias: string, lasting: boolean): void;
  /** Texts that everybody may read: what a secret has in common with them gives nothing away. */
  open(texts: readonly string[]): void;
  /** In the order of the text; none overlaps another. @param sentences see `isHidden`. */
  find(text: string, sentences?: boolean): readonly Region[];
  readonly isEmpty: boolean;
}

/** Shorter ones are searched for nowhere: `on` may be a password, but not each `on` is. */
const SHORTEST = 6;
/** The latest so many of those that come and go are known, up to twice as many. */
const GENERATION = 4096;
/** Encodings of encodings are undone up to this depth. */
const DEEPEST = 4;

/** What is known of the secrets of one generation. */
interface Shelf {
  readonly grams: GramIndex;
  /** Whole secrets, folded, by their length; the longest length first. */
  readonly wholes: Map<number, Map<string, string>>;
  readonly starts: Set<string>;
  readonly shorts: Map<string, readonly string[]>;
  size: number;
}

export function createSecretBook(): SecretBook {
  const lasting = createShelf();
  let passing: readonly [Shelf, Shelf] = [createShelf(), createShelf()];
  const open = createOpenTexts();
  const shelves = (): readonly Shelf[] => [lasting, ...passing].filter(({ size }) => size > 0);
  const isHidden: IsHidden = (text, sentences) => !sentences || (isToken(text) && !open.has(fold(text)));

  return {
    add: (value, alias, isLasting) => {
      if (value.length < SHORTEST) return;
      if (!isLasting && passing[0].size >= GENERATION) passing = [createShelf(), passing[0]];
      put(isLasting ? lasting : passing[0], value, alias);
    },
    open: open.add,
    find: (text, sentences = false) => {
      const all = shelves();
      if (all.length === 0 || text.length < SHORTEST) return [];
      const look = { shelves: all, sentences, isHidden, isOpen: open.has };
      return merged(regionsIn(text, look, 0));
    },
    get isEmpty() {
      return shelves().length === 0;
    },
  };
}

/**
 * Whether a secret as a whole is to be replaced. In finished texts, with words and signs of our own around them, it is
 * not when it is one of our words, nor when no token looks like it: a target could else have a report rewritten.
 */
type IsHidden = (text: string, sentences: boolean) => boolean;

interface Look {
  readonly shelves: readonly Shelf[];
  readonly sentences: boolean;
  readonly isHidden: IsHidden;
  readonly isOpen: (folded: string) => boolean;
}

interface OpenTexts {
  add(texts: readonly string[]): void;
  has(folded: string): boolean;
}

/** Put together when they are first asked for: most searches find nothing that they would be asked about. */
function createOpenTexts(): OpenTexts {
  const added: (readonly string[])[] = [];
  let joined: string | undefined;
  return {
    add: (texts) => {
      added.push(texts);
      joined = undefined;
    },
    has: (folded) => {
      joined ??= fold([...new Set(added.flat())].join('\n'));
      return joined.includes(folded);
    },
  };
}

const isToken = (text: string): boolean => /^[\w.~+/=-]+$/.test(text);

function createShelf(): Shelf {
  return { grams: createGramIndex(), wholes: new Map(), starts: new Set(), shorts: new Map(), size: 0 };
}

function put(shelf: Shelf, value: string, alias: string): void {
  shelf.size++;
  if (value.length < PIECE) {
    shelf.shorts.set(alias, [...(shelf.shorts.get(alias) ?? []), ...formsOf(value)]);
    return;
  }
  // Its other readings, too: a text is searched with its escapes undone, and the secret may look like one.
  for (const form of new Set([value, unescaped(value)?.text ?? value, bytesOf(value)])) {
    if (form.length < PIECE) continue;
    shelf.grams.add(form, alias);
    shelf.grams.add([...form].toReversed().join(''), alias);
    const folded = fold(form);
    shelf.starts.add(folded.slice(0, PIECE));
    const same = shelf.wholes.get(folded.length) ?? new Map<string, string>();
    same.set(folded, alias);
    shelf.wholes.set(folded.length, same);
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

function regionsIn(text: string, look: Look, depth: number): Region[] {
  const regions = look.shelves.flatMap((shelf) => [
    ...wholesIn(text, shelf, look),
    ...(depth === 0 || !look.sentences ? shortsIn(text, shelf, look) : []),
  ]);
  if (depth === DEEPEST) return regions;
  const plain = unescaped(text);
  if (plain) regions.push(...through(plain, look, depth));
  for (const view of decoded(text)) regions.push(...through(view, look, depth));
  return plain ? regions.map((region) => aroundEscapes(region, plain)) : regions;
}

function through(view: View, look: Look, depth: number): Region[] {
  return regionsIn(view.text, look, depth + 1).map((region) => {
    const [from, to] = view.original(region.from, region.to);
    return { ...region, from, to };
  });
}

/** A replacement must not leave half of an escape behind. */
function aroundEscapes(region: Region, { around }: View): Region {
  const [from, to] = around?.(region.from, region.to) ?? [region.from, region.to];
  return { ...region, from, to };
}

function wholesIn(text: string, { grams, starts, wholes }: Shelf, look: Look): Region[] {
  const regions: Region[] = [];
  let done = 0;
  grams.scan(text, (at, alias, piece) => {
    if (at < done) return;
    const whole = starts.has(piece) ? wholeAt(text, at, wholes) : undefined;
    if (whole && look.isHidden(text.slice(at, whole.to), look.sentences)) {
      done = whole.to;
      regions.push(whole);
    } else if (!look.isOpen(piece) && look.isHidden(piece, look.sentences)) {
      regions.push({ from: at, to: at + PIECE, alias, isWhole: false });
    }
  });
  return regions;
}

/** The longest one: a secret may begin with another one. */
function wholeAt(text: string, at: number, wholes: Shelf['wholes']): Region | undefined {
  let best: Region | undefined;
  for (const [length, same] of wholes) {
    const alias =
      length > (best ? best.to - at : 0) ? same.get(fold(text.slice(at, at + length))) : undefined;
    if (alias !== undefined) best = { from: at, to: at + length, alias, isWhole: true };
  }
  return best;
}

function shortsIn(text: string, { shorts }: Shelf, { isHidden, sentences }: Look): Region[] {
  return [...shorts].flatMap(([alias, forms]) =>
    forms.flatMap((form) => {
      const regions: Region[] = [];
      if (!isHidden(form, sentences)) return regions;
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
        regions.push({ from: at, to: at + form.length, alias, isWhole: true });
      return regions;
    }),
  );
}

/** Overlapping ones become one, under the name of the longest. */
function merged(regions: readonly Region[]): Region[] {
  const result: Region[] = [];
  let longest = 0;
  for (const region of regions.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    const length = region.to - region.from;
    if (!last || region.from >= last.to) {
      result.push(region);
      longest = length;
      continue;
    }
    const { alias, isWhole } = length > longest ? region : last;
    longest = Math.max(longest, length);
    result[result.length - 1] = { from: last.from, to: Math.max(last.to, region.to), alias, isWhole };
  }
  return result;
}
