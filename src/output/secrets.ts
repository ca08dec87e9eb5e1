// Keeps secrets out of all that is shown or kept: each has an alias that stands in its place, wherever it turns up.
import { type Among, createSecretBook, type Region, type SecretKeeping } from './secret-book.js';

export type Secrets = ReturnType<typeof createSecrets>;

export function createSecrets() {
  const book = createSecretBook();
  const aliases = createAliases();
  let tickets = 0;

  const passing = (value: string, make: () => string, how: SecretKeeping = {}): string => {
    const known = aliases.of(value);
    if (known !== undefined) return known;
    const alias = make();
    aliases.set(value, alias);
    book.add(value, alias, how);
    return alias;
  };
  const replaced = (text: string, regions: readonly Region[], quoted: (alias: string) => string): string => {
    let out = '';
    let end = 0;
    for (const { from, to, alias, isWhole } of regions) {
      if (aliases.covers(text, from, to)) continue;
      out += text.slice(end, from) + quoted(isWhole ? alias : aliases.ofPiece(text.slice(from, to), alias));
      end = to;
    }
    return end === 0 ? text : out + text.slice(end);
  };
  const clean = (text: string): string => replaced(text, book.find(text, 'value'), String);

  return {
    /** From now on `alias` is shown for `value`. */
    keep: (value: string, alias: string) => {
      aliases.set(value, alias);
      book.add(value, alias, { lasting: true });
    },

    /** Likewise, until thousands of others have come after it. */
    keepForAWhile: (value: string, alias: string, how?: Pick<SecretKeeping, 'wholeOnly'>) =>
      void passing(value, () => alias, how),

    /** The alias of an access token, or of what is made of one; a token that nobody here was given stays unnamed. */
    token: (value: string, client?: string) => {
      if (client !== undefined) return passing(value, () => `<token of ${client}>`);
      return aliases.of(value) ?? aliases.like(value) ?? '<token of nobody>';
    },

    /** The alias of a ticket: always the same one for the same ticket. One that was made up is a ticket of nobody. */
    ticket: (value: string, from: 'issued' | 'sent' = 'issued') =>
      passing(value, () => `<ticket ${++tickets}${from === 'issued' ? '' : ' of nobody'}>`),

    /** Texts that are public, such as names: what a secret has in common with them is shown. */
    open: book.open,

    /** A copy without secrets, or the value itself when it has none. `whole` are strings to replace here only. */
    redact: <T>(value: T, whole?: ReadonlyMap<string, string>): T => {
      if (book.isEmpty && !whole?.size) return value;
      return changedTexts(value, (each) => whole?.get(each) ?? clean(each)) as T;
    },

    /**
     * A finished text without secrets, whose own words and signs stay. `quoted` writes an alias as the text needs it.
     */
    mask: (text: string, among: Exclude<Among, 'value'>, quoted: (alias: string) => string = String) => {
      if (book.isEmpty) return text;
      let out = '';
      for (const lines of batchesOf(text)) out += replaced(lines, book.find(lines, among), quoted);
      return out;
    },
  };
}

const DEEPEST = 100;

/**
 * A value of JSON with its texts changed, and its names. Only what changes is copied: every record passes by here whole,
 * and nearly all of them unchanged.
 */
export function changedTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const items = value.map((item) => changedTexts(item, change, depth + 1));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  let copy: [string, unknown][] | undefined;
  let at = 0;
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    const name = change(key);
    const inner = changedTexts(item, change, depth + 1);
    if (!copy && (name !== key || inner !== item)) copy = Object.entries(value).slice(0, at);
    copy?.push([name, inner]);
    at++;
  }
  return copy ? Object.fromEntries(copy) : value;
}

/** A report may have hundreds of megabytes, and a search takes many times what it is given. */
const BATCH = 256 * 1024;

/** Whole lines, as many as fit: no token has a line break in it. */
function* batchesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > BATCH) {
    const before = text.lastIndexOf('\n', from + BATCH) + 1;
    const to = before > from ? before : text.indexOf('\n', from + BATCH) + 1;
    if (to === 0) break;
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

// The names that stand for secrets, and for pieces of them: one for each, the same wherever it turns up.

const MOST = 4096;
/** Longer aliases there are none: they are looked for around what is found. */
const LONGEST = 160;

function createAliases() {
  const aliases = new Map<string, string>();
  const pieces = new Map<string, string>();
  const shown = new Set<string>();
  let count = 0;

  const note = (entries: Map<string, string>, text: string, alias: string): void => {
    entries.set(text, alias);
    if (entries.size > MOST) dropOldest(entries);
    shown.add(alias);
    if (shown.size > 4 * MOST) dropOldest(shown);
  };
  return {
    of: (secret: string) => aliases.get(secret),
    set: (secret: string, alias: string): void => note(aliases, secret, alias),
    /** Of one that is made of another: with more around it, or with one character changed. */
    like: (text: string): string | undefined => {
      for (const [secret, alias] of [...aliases].toReversed()) {
        if (secret.length < SHORTEST_MADE_OF) continue;
        if (text.includes(secret)) return text.replaceAll(secret, alias);
        if (hasOneChanged(secret, text)) return alias.replace(/>$/, ', near miss>');
      }
      return undefined;
    },
    /** Different pieces have different names, so that identifiers which contain them stay different. */
    ofPiece: (piece: string, alias: string): string => {
      const known = pieces.get(piece);
      if (known !== undefined) return known;
      const name = `${alias.replace(/>$/, '')}, piece ${++count}>`;
      note(pieces, piece, name);
      return name;
    },
    /** Whether the stretch of the text is in such a name: `<secret of operator>` may have words of a secret in it. */
    covers: (text: string, from: number, to: number): boolean => {
      // Only so much of the text is looked at: it may be long, and what is found in it may be much.
      const before = text.slice(Math.max(0, from - LONGEST), from + 1);
      const after = text.slice(Math.max(0, to - 1), to + LONGEST);
      const start = before.lastIndexOf('<');
      const end = after.indexOf('>');
      return (
        start >= 0 &&
        end >= 0 &&
        shown.has(before.slice(start, -1) + text.slice(from, to - 1) + after.slice(0, end + 1))
      );
    },
  };
}

/** A secret that is shorter may be in a text by chance. */
const SHORTEST_MADE_OF = 12;

function hasOneChanged(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let changed = 0;
  for (let at = 0; at < one.length && changed < 2; at++) if (one[at] !== other[at]) changed++;
  return changed === 1;
}

function dropOldest(entries: Map<string, string> | Set<string>): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
