// The secrets that are known, and where a text shows one of them, or a piece of one: as it is, with characters escaped as
// in URLs, JSON and HTML, and in base64. What a server hides in another way, no search would find for long.
import { urlPart } from '../kernel/url-part.js';

/** A stretch of a text that must not be shown; the alias stands in its place. */
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

export interface SecretKeeping {
  /** Never forgotten; of the others, the latest are known. */
  readonly lasting?: boolean;
  /** Pieces of it may be shown: it is no real secret, or perhaps none. */
  readonly wholeOnly?: boolean;
}

type SecretBook = ReturnType<typeof createSecretBook>;

/** Shorter ones are searched for nowhere: `on` may be a password, but not each `on` is. */
const SHORTEST = 6;
/** So many wait for the first text that is searched: most of thousands of short runs show none. */
const MOST_ADDED = 1024;

export function createSecretBook() {
  const lasting = createStore(true);
  let passing: readonly [Store, Store] = [createStore(false), createStore(false)];
  const open = createOpenTexts();
  const harmless = createHarmless();
  let stores: readonly Store[] = [];
  let added: Parameters<SecretBook['add']>[] = [];

  const take = (): void => {
    for (const [value, alias, { lasting: isLasting = false, wholeOnly = false }] of added) {
      if (!isLasting && isFull(passing[0])) passing = [createStore(false), passing[0]];
      putSecret(isLasting ? lasting : passing[0], value, alias, wholeOnly);
    }
    added = [];
    stores = [lasting, ...passing].filter(({ size }) => size > 0);
    harmless.clear();
  };
  return {
    add: (value: string, alias: string, how: SecretKeeping) => {
      if (value.length < SHORTEST) return;
      added.push([value, alias, how]);
      if (added.length >= MOST_ADDED) take();
    },

    /** Texts that everybody may read: what a secret has in common with them gives nothing away. */
    open: open.add,

    /** In the order of the text; none overlaps another. */
    find: (text: string, among: Among) => {
      if (added.length > 0) take();
      if (stores.length === 0 || text.length < SHORTEST || harmless.has(text)) return NONE;
      const look = { among, isOpen: open.has };
      const regions = [{ text, places: undefined }, ...decodedViews(text)].flatMap((view) =>
        stores.flatMap((store) => regionsIn(view.text, store, look).map((each) => placedBy(view, each))),
      );
      if (regions.length > 0) return merged(regions);
      // What a finished text may show is more than what a value may.
      if (among === 'value') harmless.add(text);
      return NONE;
    },
    get isEmpty() {
      return stores.length === 0 && added.length === 0;
    },
  };
}

const NONE: readonly Region[] = [];

// Texts in which single characters are written as escapes: of a URL, of JSON, of HTML. Each layer is one more view.

interface View {
  readonly text: string;
  /** For each character of the view, and its end, where that stands in the text; absent where it is the text. */
  readonly places: readonly number[] | undefined;
}

const ESCAPE = /%([0-7][\da-f])|\\u00([0-7][\da-f])|&#(?:x0*([\da-f]{2})|0*(\d{2,3}));/gi;
/** Somebody on the way may have encoded it more than once. */
const MOST_LAYERS = 3;

function decodedViews(text: string): readonly View[] {
  const views: View[] = [];
  let view: View | undefined = { text, places: undefined };
  while (view && views.length < MOST_LAYERS) {
    view = decodedView(view);
    if (view) views.push(view);
  }
  return views;
}

/** Undefined where there is nothing to decode. */
function decodedView({ text, places }: View): View | undefined {
  const parts: string[] = [];
  const at: number[] = [];
  let done = 0;
  const plain = (to: number): void => {
    parts.push(text.slice(done, to));
    for (; done < to; done++) at.push(places?.[done] ?? done);
  };
  for (const { 0: all, 1: url, 2: json, 3: hex, 4: decimal, index } of text.matchAll(ESCAPE)) {
    plain(index);
    parts.push(String.fromCharCode(parseInt(url ?? json ?? hex ?? decimal ?? '', decimal ? 10 : 16)));
    at.push(places?.[index] ?? index);
    done = index + all.length;
  }
  if (done === 0) return undefined;
  plain(text.length);
  at.push(places?.[text.length] ?? text.length);
  return { text: parts.join(''), places: at };
}

function placedBy({ places }: View, region: Region): Region {
  if (!places) return region;
  return { ...region, from: places[region.from] ?? 0, to: places[region.to] ?? 0 };
}

interface Look {
  readonly among: Among;
  readonly isOpen: (folded: string) => boolean;
}

/** All that is found, in no order; there may be hundreds of thousands in a long report. */
function regionsIn(text: string, store: Store, look: Look): Region[] {
  const regions: Region[] = [];
  let done = 0;
  store.grams.scan(text, (at, alias, piece) => {
    if (at < done) return;
    const whole = store.starts.has(piece) ? wholeAt(text, at, store) : undefined;
    if (whole && isHidden(text.slice(at, whole.to), store, look)) {
      done = whole.to;
      regions.push(whole);
    } else if (alias !== WHOLE_ONLY && !look.isOpen(piece) && isHidden(piece, store, look)) {
      regions.push({ from: at, to: at + PIECE, alias, isWhole: false });
    }
  });
  for (const [form, alias] of store.shorts) {
    if (!isHidden(form, store, look)) continue;
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      regions.push({ from: at, to: at + form.length, alias, isWhole: true });
  }
  return regions;
}

/** Whether what is a secret, or a piece of one, is to be replaced where it stands. */
function isHidden(text: string, { isOurs }: Store, { among, isOpen }: Look): boolean {
  if (among === 'value') return true;
  if (!TOKEN.test(text) || isOpen(fold(text))) return false;
  return among === 'sentence' || isOurs || (/\d/.test(text) && /[A-Za-z]/.test(text));
}

/** The characters of a bearer token (RFC 6750, 2.1), and a percent sign: neither blanks nor the signs of a syntax. */
const TOKEN = /^[\w.~+/=%-]+$/;

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

// The secrets of one generation, by their pieces and as wholes, in every form that is looked for.

/** The latest so many of those that come and go are known, up to twice as many. */
const GENERATION = 4096;
/** Pieces of them; and of one, its beginning. A target can issue tokens of megabytes. */
const MOST_PIECES = 1_000_000;
const LONGEST = 2048;
/** Longer ones fit into no header. */
const LONGEST_WHOLE = 65_536;
const MOST_TEXT = 8_000_000;

/** In the place of an alias: a secret begins so, and its pieces may be shown. */
const WHOLE_ONLY = '';

type Store = ReturnType<typeof createStore>;

/** @param isOurs they are not of a target's choosing. */
function createStore(isOurs: boolean) {
  return {
    isOurs,
    grams: createGramIndex(),
    /** Whole secrets, folded, by their length. */
    wholes: new Map<number, Map<string, string>>(),
    starts: new Set<string>(),
    /** Too short for a piece, with their aliases. */
    shorts: new Map<string, string>(),
    /** What long ones go on with behind their beginning. */
    rests: new Map<string, string>(),
    size: 0,
    /** In characters. */
    text: 0,
  };
}

const isFull = ({ size, grams, text }: Store): boolean =>
  size >= GENERATION || grams.size >= MOST_PIECES || text >= MOST_TEXT;

function putSecret(store: Store, secret: string, alias: string, wholeOnly: boolean): void {
  const value = secret.slice(0, LONGEST);
  if (secret.length > LONGEST) store.rests.set(fold(value), fold(secret.slice(LONGEST, LONGEST_WHOLE)));
  store.size++;
  store.text += Math.min(secret.length, LONGEST_WHOLE);
  for (const form of formsOf(value)) {
    if (form.length < PIECE) {
      store.shorts.set(form, alias);
      continue;
    }
    const folded = fold(form);
    const start = folded.slice(0, PIECE);
    if (!wholeOnly) store.grams.add(form, alias);
    else if (!store.grams.has(start)) store.grams.add(start, WHOLE_ONLY);
    store.starts.add(start);
    const same = store.wholes.get(folded.length) ?? new Map<string, string>();
    same.set(folded, alias);
    store.wholes.set(folded.length, same);
  }
}

/** As it is, inside of JSON, and in base64 whatever stands before it; escapes are decoded where they stand. */
function formsOf(value: string): Iterable<string> {
  const escaped = JSON.stringify(value).slice(1, -1);
  // Letters beyond ASCII are several bytes of a URL, which no single escape stands for.
  const forms = new Set([value, escaped, urlPart(value)]);
  if (value.length < PIECE) return forms;
  const bytes = String.fromCharCode(...new TextEncoder().encode(value));
  for (let before = 0; before < 3; before++) {
    // Characters at either end that have bits of something else are left out.
    const text = btoa(' '.repeat(before) + bytes).replace(/=+$/, '');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    forms.add(own).add(own.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

/** The longest one: a secret may begin with another one. */
function wholeAt(text: string, at: number, { wholes, rests }: Store): Region | undefined {
  let best: Region | undefined;
  for (const [length, same] of wholes) {
    const alias =
      length > (best ? best.to - at : 0) ? same.get(fold(text.slice(at, at + length))) : undefined;
    if (alias !== undefined) best = { from: at, to: at + length, alias, isWhole: true };
  }
  if (best?.to !== at + LONGEST) return best;
  const rest = rests.get(fold(text.slice(at, best.to))) ?? '';
  const follows = fold(text.slice(best.to, best.to + rest.length));
  let length = 0;
  while (length < follows.length && follows.charCodeAt(length) === rest.charCodeAt(length)) length++;
  return { ...best, to: best.to + length };
}

// Texts of which it is known how much they give away: those that everybody may read, and those in which nothing was
// found before.

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

/** Put together when they are first asked for: most searches find nothing that they would be asked about. */
function createOpenTexts() {
  const added: (readonly string[])[] = [];
  let joined: string | undefined;
  return {
    add: (texts: readonly string[]): void => {
      added.push(texts);
      joined = undefined;
    },
    has: (folded: string): boolean => {
      joined ??= fold([...new Set(added.flat())].join('\n'));
      return joined.includes(folded);
    },
  };
}

// Which stretches of a text stand in one of many secrets: eight characters in a row are enough. The cost of a look
// does not depend on how many secrets there are.

/** So many characters of a secret in a row are a piece that must not be shown. */
const PIECE = 8;

/** Places of the table: nearly all that is no piece ends there, also with as many pieces as are kept. */
const PLACES = 1 << 22;

function createGramIndex() {
  const notes = new Map<string, string>();
  let table = new Uint8Array(0);
  return {
    get size() {
      return notes.size;
    },
    /** `note` is given back with each find; it is kept for the latest text that has the piece. */
    add: (text: string, note: string): void => {
      if (table.length === 0) table = new Uint8Array(PLACES >>> 3);
      const plain = fold(text);
      for (let at = 0; at + PIECE <= plain.length; at++) {
        notes.set(plain.slice(at, at + PIECE), note);
        const place = placeOf(plain, at);
        table[place >>> 3] = (table[place >>> 3] ?? 0) | (1 << (place & 7));
      }
    },
    /** @param piece folded, of the length of a piece. */
    has: (piece: string): boolean => notes.has(piece),
    /** Calls `found` with each place at which a piece begins, from left to right. */
    scan: (text: string, found: (at: number, note: string, piece: string) => void): void => {
      if (notes.size === 0) return;
      for (let at = 0; at + PIECE <= text.length; at++) {
        const place = placeOf(text, at);
        if (((table[place >>> 3] ?? 0) & (1 << (place & 7))) === 0) continue;
        const piece = fold(text.slice(at, at + PIECE));
        const note = notes.get(piece);
        if (note !== undefined) found(at, note, piece);
      }
    },
  };
}

/** The case of letters of ASCII makes no difference: nobody has to guess it. */
function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const folded = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

/** By four of its characters. */
function placeOf(text: string, at: number): number {
  let place = 0;
  for (let step = 0; step < PIECE; step += 2)
    place = Math.imul(place, SPREAD) + folded(text.charCodeAt(at + step));
  return (Math.imul(place, SPREAD) >>> 7) & (PLACES - 1);
}

const SPREAD = 0x9e3779b1;
