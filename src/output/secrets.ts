// Keeps secrets out of all that is shown or kept: each has an alias that stands in its place, wherever it turns up.
import { redactValue } from './redact-value.js';
import { createSecretBook, type Region } from './secret-book.js';

export interface Secrets {
  /** From now on `alias` is shown for `value`. */
  keep(value: string, alias: string): void;
  /** Likewise, until thousands of others have come after it. */
  keepForAWhile(value: string, alias: string): void;
  /** The alias of an access token; a token that nobody here was given stays unnamed. */
  token(value: string, client?: string): string;
  /** The alias of a ticket: always the same one for the same ticket. */
  ticket(value: string): string;
  /** Texts that are public, such as names: what a secret has in common with them is shown. */
  open(texts: Iterable<string>): void;
  /** A copy without secrets, or the value itself when it has none. `whole` are strings to replace here only. */
  redact<T>(value: T, whole?: ReadonlyMap<string, string>): T;
  /**
   * A finished text without secrets, whose own words and signs stay. `quoted` writes an alias as the text needs it.
   */
  mask(text: string, quoted?: (alias: string) => string): string;
}

const MOST_ALIASES = 4096;
/** Longer aliases there are none: they are looked for around what is found. */
const LONGEST_ALIAS = 160;

export function createSecrets(): Secrets {
  const book = createSecretBook();
  const aliases = new Map<string, string>();
  const shown = new Set<string>();
  let tickets = 0;

  const search = (value: string, alias: string, lasting: boolean): void => {
    shown.add(alias);
    if (shown.size > 2 * MOST_ALIASES) dropOldest(shown);
    book.add(value, alias, lasting);
  };
  const aliasOf = (value: string, make: () => string): string => {
    const known = aliases.get(value);
    if (known !== undefined) return known;
    const alias = make();
    aliases.set(value, alias);
    if (aliases.size > MOST_ALIASES) dropOldest(aliases);
    search(value, alias, false);
    return alias;
  };
  const replaced = (text: string, regions: readonly Region[], quoted: (alias: string) => string): string => {
    let out = '';
    let end = 0;
    for (const { from, to, alias } of regions) {
      if (isInAlias(text, from, to, shown)) continue;
      out += text.slice(end, from) + quoted(alias);
      end = to;
    }
    return end === 0 ? text : out + text.slice(end);
  };
  const clean = (text: string): string => {
    const regions = book.find(text);
    return regions.length === 0 ? text : replaced(text, regions, String);
  };

  return {
    keep: (value, alias) => {
      aliases.set(value, alias);
      search(value, alias, true);
    },
    keepForAWhile: (value, alias) => void aliasOf(value, () => alias),
    token: (value, client) => {
      if (client !== undefined) return aliasOf(value, () => `<token of ${client}>`);
      return aliases.get(value) ?? '<token of nobody>';
    },
    ticket: (value) => aliasOf(value, () => `<ticket ${++tickets}>`),
    open: book.open,
    redact: <T>(value: T, whole?: ReadonlyMap<string, string>): T => {
      if (book.isEmpty && !whole?.size) return value;
      return redactValue(value, book, (each) => whole?.get(each) ?? clean(each)) as T;
    },
    mask: (text, quoted = String) => {
      const regions = book.find(text, true);
      return regions.length === 0 ? text : replaced(text, regions, quoted);
    },
  };
}

/** An alias may have words of a secret in it: `<secret of operator>`. */
function isInAlias(text: string, from: number, to: number, aliases: ReadonlySet<string>): boolean {
  const start = text.lastIndexOf('<', from);
  const end = text.indexOf('>', to - 1);
  return start >= 0 && end >= 0 && end - start < LONGEST_ALIAS && aliases.has(text.slice(start, end + 1));
}

function dropOldest(entries: Map<string, unknown> | Set<string>): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
