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

/**
 * What a text is: a `value` of somebody else's; a `sentence`, which has words of our own beside it; or a `document`,
 * whose own words and signs are what programs read. A target that issues one of those as a token must not have a
 * report rewritten by it.
 */
export type Among = 'value' | 'sentence' | 'document';

export interface Keeping {
  /** Never forgotten; of the others, the latest are known. */
  readonly lasting?: boolean;
  /** Pieces of it may be shown: it is no real secret, or perhaps none. */
  readonly wholeOnly?: boolean;
}

export interface SecretBook {
  add(value: string, alias: string, how: Keeping): void;
  /** Texts that everybody may read: what a secret has in common with them gives nothing away. */
  open(texts: readonly string[]): void;
  /** In the order of the text; none overlaps another. */
  find(text: string, among: Among): readonly Region[];
  readonly isEmpty: boolean;
}

/** Shorter ones are searched for nowhere: `on` may be a password, but not each `on` is. */
const SHORTEST = 6;
/** The latest so many of those that come and go are known, up to twice as many. */
const GENERATION = 4096;
/** Pieces of them; and of one, its beginning. A target can issue tokens of megabytes. */
const MOST_PIECES = 1_000_000;
const LONGEST = 2048;
/** Longer ones fit into no header. */
const LONGEST_WHOLE = 65_536;
const MOST_TEXT = 8_000_000;
/** Encodings of encodings are undone up to this depth. */
const DEEPEST = 4;

/** In the place of an alias: a secret begins so, and its pieces may be shown. */
const WHOLE_ONLY = '';

/** What is known of the secrets of one generation. */
interface Shelf {
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

export function createSecretBook(): SecretBook {
  const lasting = createShelf(true);
  let passing: readonly [Shelf, Shelf] = [createShelf(false), createShelf(false)];
  const open = createOpenTexts();
  const harmless = createHarmless();
  let shelves: readonly Shelf[] = [];

  return {
    add: (value, alias, { lasting: isLasting = false, wholeOnly = false }) => {
      if (value.length < SHORTEST) return;
      if (!isLasting && isFull(passing[0])) passing = [createShelf(false), passing[0]];
      put(isLasting ? lasting : passing[0], value, alias, wholeOnly);
      shelves = [lasting, ...passing].filter(({ size }) => size > 0);
      harmless.clear();
    },
    open: open.add,
    find: (text, among) => {
      if (shelves.length === 0 || text.length < SHORTEST || harmless.has(text)) return NONE;
      const regions = regionsIn(text, { shelves, among, isOpen: open.has }, 0);
      if (regions.length > 0) return merged(regions);
      // What a finished text may show is more than what a value may.
      if (among === 'value') harmless.add(text);
      return NONE;
    },
    get isEmpty() {
      return shelves.length === 0;
    },
  };
}

interface Look {
  readonly shelves: readonly Shelf[];
  readonly among: Among;
  readonly isOpen: (folded: string) => boolean;
}

const NONE: readonly Region[] = [];

/** Texts in which nothing was found: names and words come again in every record. */
function createHarmless(): Pick<Set<string>, 'has' | 'add' | 'clear'> {
  const texts = new Set<string>();
  return {
    has: (text) => text.length <= LONGEST_HARMLESS && texts.has(text),
    add: (text) => {
      if (texts.size >= MOST_HARMLESS) texts.clear();
      return text.length <= LONGEST_HARMLESS ? texts.add(text) : texts;
    },
    clear: () => texts.clear(),
  };
}

const LONGEST_HARMLESS = 128;
const MOST_HARMLESS = 8192;

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

/** Whether what is a secret, or a piece of one, is to be replaced where it stands. */
function isHidden(text: string, { isOurs }: Shelf, { among, isOpen }: Look): boolean {
  if (among === 'value') return true;
  if (!TOKEN.test(text) || isOpen(fold(text))) return false;
  return among === 'sentence' || isOurs || (/\d/.test(text) && /[A-Za-z]/.test(text));
}

/** The characters of a bearer token (RFC 6750, 2.1): neither blanks nor the signs of a syntax. */
const TOKEN = /^[\w.~+/=-]+$/;

function createShelf(isOurs: boolean): Shelf {
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

const isFull = ({ size, grams, text }: Shelf): boolean =>
  size >= GENERATION || grams.size >= MOST_PIECES || text >= MOST_TEXT;

function put(shelf: Shelf, secret: string, alias: string, wholeOnly: boolean): void {
  const value = secret.slice(0, LONGEST);
  if (secret.length > LONGEST) shelf.rests.set(fold(value), fold(secret.slice(LONGEST, LONGEST_WHOLE)));
  shelf.size++;
  shelf.text += Math.min(secret.length, LONGEST_WHOLE);
  if (value.length < PIECE) {
    shelf.shorts.set(alias, [...(shelf.shorts.get(alias) ?? []), ...formsOf(value)]);
    return;
  }
  // Its other readings, too: a text is searched with its escapes undone, and the secret may look like one.
  for (const form of new Set([value, unescaped(value)?.text ?? value, bytesOf(value)])) {
    if (form.length < PIECE) continue;
    const folded = fold(form);
    const start = folded.slice(0, PIECE);
    if (wholeOnly) {
      if (!shelf.grams.has(start)) shelf.grams.add(start, WHOLE_ONLY);
    } else {
      shelf.grams.add(form, alias);
      shelf.grams.add(Array.from(form).toReversed().join(''), alias);
    }
    shelf.starts.add(start);
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

/** All that is found, in no order; there may be hundreds of thousands in a long report. */
function regionsIn(text: string, look: Look, depth: number): Region[] {
  const regions: Region[] = [];
  for (const shelf of look.shelves) {
    collect(regions, wholesIn(text, shelf, look));
    if (shelf.shorts.size > 0 && (depth === 0 || look.among === 'value'))
      collect(regions, shortsIn(text, shelf, look));
  }
  if (depth === DEEPEST) return regions;
  const plain = unescaped(text);
  if (plain) collect(regions, through(plain, look, depth));
  for (const view of decoded(text)) collect(regions, through(view, look, depth));
  return plain ? regions.map((region) => aroundEscapes(region, plain)) : regions;
}

function collect(regions: Region[], more: readonly Region[]): void {
  for (const region of more) regions.push(region);
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

function wholesIn(text: string, shelf: Shelf, look: Look): Region[] {
  const { grams, starts } = shelf;
  const regions: Region[] = [];
  let done = 0;
  grams.scan(text, (at, alias, piece) => {
    if (at < done) return;
    const whole = starts.has(piece) ? wholeAt(text, at, shelf) : undefined;
    if (whole && isHidden(text.slice(at, whole.to), shelf, look)) {
      done = whole.to;
      regions.push(whole);
    } else if (alias !== WHOLE_ONLY && !look.isOpen(piece) && isHidden(piece, shelf, look)) {
      regions.push({ from: at, to: at + PIECE, alias, isWhole: false });
    }
  });
  return regions;
}

/** The longest one: a secret may begin with another one. */
function wholeAt(text: string, at: number, { wholes, rests }: Shelf): Region | undefined {
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

function shortsIn(text: string, shelf: Shelf, look: Look): Region[] {
  return [...shelf.shorts].flatMap(([alias, forms]) =>
    forms.flatMap((form) => {
      const regions: Region[] = [];
      if (!isHidden(form, shelf, look)) return regions;
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
