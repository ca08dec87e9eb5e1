// The secrets that are known, and where a text shows one of them, or a piece of one, in whatever encoding.
import { fold, PIECE } from './grams.js';
import { merged, type Region } from './region.js';
import {
  createSecretStore,
  isFull,
  putSecret,
  type SecretStore,
  WHOLE_ONLY,
  wholeAt,
} from './secret-store.js';
import { decodedViews, type TextView, unescaped } from './views.js';

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

export interface SecretBook {
  add(value: string, alias: string, how: SecretKeeping): void;
  /** Texts that everybody may read: what a secret has in common with them gives nothing away. */
  open(texts: readonly string[]): void;
  /** In the order of the text; none overlaps another. */
  find(text: string, among: Among): readonly Region[];
  readonly isEmpty: boolean;
}

/** Shorter ones are searched for nowhere: `on` may be a password, but not each `on` is. */
const SHORTEST = 6;
/** So many wait for the first text that is searched: most of thousands of short runs show none. */
const MOST_ADDED = 1024;
/** Encodings of encodings are undone up to this depth. */
const DEEPEST = 4;

export function createSecretBook(): SecretBook {
  const lasting = createSecretStore(true);
  let passing: readonly [SecretStore, SecretStore] = [createSecretStore(false), createSecretStore(false)];
  const open = createOpenTexts();
  const harmless = createHarmless();
  let stores: readonly SecretStore[] = [];
  let added: Added[] = [];

  const take = (): void => {
    for (const { value, alias, how } of added) {
      const { lasting: isLasting = false, wholeOnly = false } = how;
      if (!isLasting && isFull(passing[0])) passing = [createSecretStore(false), passing[0]];
      putSecret(isLasting ? lasting : passing[0], value, alias, wholeOnly);
    }
    added = [];
    stores = [lasting, ...passing].filter(({ size }) => size > 0);
    harmless.clear();
  };
  return {
    add: (value, alias, how) => {
      if (value.length < SHORTEST) return;
      added.push({ value, alias, how });
      if (added.length >= MOST_ADDED) take();
    },
    open: open.add,
    find: (text, among) => {
      if (added.length > 0) take();
      if (stores.length === 0 || text.length < SHORTEST || harmless.has(text)) return NONE;
      const regions = regionsIn(text, { stores, among, isOpen: open.has }, 0);
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

interface Added {
  readonly value: string;
  readonly alias: string;
  readonly how: SecretKeeping;
}

interface Look {
  readonly stores: readonly SecretStore[];
  readonly among: Among;
  readonly isOpen: (folded: string) => boolean;
}

const NONE: readonly Region[] = [];

/** Whether what is a secret, or a piece of one, is to be replaced where it stands. */
function isHidden(text: string, { isOurs }: SecretStore, { among, isOpen }: Look): boolean {
  if (among === 'value') return true;
  if (!TOKEN.test(text) || isOpen(fold(text))) return false;
  return among === 'sentence' || isOurs || (/\d/.test(text) && /[A-Za-z]/.test(text));
}

/** The characters of a bearer token (RFC 6750, 2.1): neither blanks nor the signs of a syntax. */
const TOKEN = /^[\w.~+/=-]+$/;

/** All that is found, in no order; there may be hundreds of thousands in a long report. */
function regionsIn(text: string, look: Look, depth: number): Region[] {
  const regions: Region[] = [];
  for (const store of look.stores) {
    collect(regions, wholesIn(text, store, look));
    if (store.shorts.size > 0 && (depth === 0 || look.among === 'value'))
      collect(regions, shortsIn(text, store, look));
  }
  if (depth === DEEPEST) return regions;
  const plain = unescaped(text);
  if (plain) collect(regions, through(plain, look, depth));
  for (const view of decodedViews(text)) collect(regions, through(view, look, depth));
  return plain ? regions.map((region) => aroundEscapes(region, plain)) : regions;
}

function collect(regions: Region[], more: readonly Region[]): void {
  for (const region of more) regions.push(region);
}

function through(view: TextView, look: Look, depth: number): Region[] {
  return regionsIn(view.text, look, depth + 1).map((region) => {
    const [from, to] = view.original(region.from, region.to);
    return { ...region, from, to };
  });
}

/** A replacement must not leave half of an escape behind. */
function aroundEscapes(region: Region, { around }: TextView): Region {
  const [from, to] = around?.(region.from, region.to) ?? [region.from, region.to];
  return { ...region, from, to };
}

function wholesIn(text: string, store: SecretStore, look: Look): Region[] {
  const { grams, starts } = store;
  const regions: Region[] = [];
  let done = 0;
  grams.scan(text, (at, alias, piece) => {
    if (at < done) return;
    const whole = starts.has(piece) ? wholeAt(text, at, store) : undefined;
    if (whole && isHidden(text.slice(at, whole.to), store, look)) {
      done = whole.to;
      regions.push(whole);
    } else if (alias !== WHOLE_ONLY && !look.isOpen(piece) && isHidden(piece, store, look)) {
      regions.push({ from: at, to: at + PIECE, alias, isWhole: false });
    }
  });
  return regions;
}

function shortsIn(text: string, store: SecretStore, look: Look): Region[] {
  return [...store.shorts].flatMap(([alias, forms]) =>
    forms.flatMap((form) => {
      const regions: Region[] = [];
      if (!isHidden(form, store, look)) return regions;
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
        regions.push({ from: at, to: at + form.length, alias, isWhole: true });
      return regions;
    }),
  );
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
