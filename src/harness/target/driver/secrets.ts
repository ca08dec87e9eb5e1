// Keeps secrets out of the trace: each has an alias that is recorded in its place, wherever it turns up.

export interface Secrets {
  /** From now on `alias` is shown for `value`. */
  keep(value: string, alias: string): void;
  /** Likewise, until many others have come after it. */
  keepForAWhile(value: string, alias: string): void;
  /** The alias of an access token; a token that nobody here was given stays unnamed. */
  token(value: string, client?: string): string;
  /** The alias of a ticket: always the same one for the same ticket. */
  ticket(value: string): string;
  /** A copy without secrets, or the value itself when it has none. `whole` are strings to replace here only. */
  redact<T>(value: T, whole?: ReadonlyMap<string, string>): T;
}

/** Shorter ones are replaced only where they are known to be: `on` may be a password, but not each `on` is. */
const SHORTEST_SEARCHED = 6;

/** Tokens and tickets come and go; only the latest are searched for. */
const MOST_PASSING = 64;
const MOST_ALIASES = 4096;
const DEEPEST = 100;

interface Entry {
  readonly forms: readonly string[];
  readonly alias: string;
}

export function createSecrets(): Secrets {
  const lasting = new Map<string, Entry>();
  const passing = new Map<string, Entry>();
  const aliases = new Map<string, string>();
  let searched: readonly Entry[] = [];
  /** Texts shorter than this hold none of them: most keys and many values of a record. */
  let shortest = Number.POSITIVE_INFINITY;
  let tickets = 0;

  const search = (among: Map<string, Entry>, value: string, alias: string): void => {
    if (value.length < SHORTEST_SEARCHED) return;
    among.delete(value);
    among.set(value, { forms: formsOf(value), alias });
    if (passing.size > MOST_PASSING) dropOldest(passing);
    // A secret may contain another one: the longer goes first, or its rest would stay.
    searched = [...lasting.values(), ...passing.values()].toSorted((a, b) => lengthOf(b) - lengthOf(a));
    shortest = Math.min(...searched.map(lengthOf));
  };
  const aliasOf = (value: string, make: () => string): string => {
    const alias = aliases.get(value) ?? make();
    aliases.set(value, alias);
    if (aliases.size > MOST_ALIASES) dropOldest(aliases);
    search(passing, value, alias);
    return alias;
  };
  const text = (value: string): string => {
    if (value.length < shortest) return value;
    let clean = value;
    for (const { forms, alias } of searched) {
      for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, alias);
    }
    return clean;
  };

  return {
    keep: (value, alias) => {
      aliases.set(value, alias);
      search(lasting, value, alias);
    },
    keepForAWhile: (value, alias) => search(passing, value, alias),
    token: (value, client) => {
      if (client !== undefined) return aliasOf(value, () => `<token of ${client}>`);
      return aliases.get(value) ?? '<token of nobody>';
    },
    ticket: (value) => aliasOf(value, () => `<ticket ${++tickets}>`),
    redact: (value, whole) => map(value, (each) => whole?.get(each) ?? text(each), 0) as typeof value,
  };
}

/** How a secret looks inside JSON text and inside a URL. */
function formsOf(value: string): string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])];
}

const lengthOf = (entry: Entry): number => entry.forms[0]?.length ?? 0;

function dropOldest(entries: Map<string, unknown>): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}

/** Copies only what changes: most values hold no secret and are shared with the original. */
function map(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return mapList(value, change, depth + 1);
  let copy: [string, unknown][] | undefined;
  let at = 0;
  // Every record passes by here whole, and nearly all of them unchanged: nothing is made for those.
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    const name = change(key);
    const inner = map(item, change, depth + 1);
    if (!copy && (name !== key || inner !== item)) copy = Object.entries(value).slice(0, at);
    copy?.push([name, inner]);
    at++;
  }
  return copy ? Object.fromEntries(copy) : value;
}

function mapList(list: readonly unknown[], change: (text: string) => string, depth: number): unknown {
  let copy: unknown[] | undefined;
  let at = 0;
  for (const item of list) {
    const inner = map(item, change, depth);
    if (!copy && inner !== item) copy = list.slice(0, at);
    copy?.push(inner);
    at++;
  }
  return copy ?? list;
}
