// The names that stand for secrets, and for pieces of them: one for each, the same wherever it turns up.

export interface Aliases {
  of(secret: string): string | undefined;
  set(secret: string, alias: string): void;
  /** Different pieces have different names, so that identifiers which contain them stay different. */
  ofPiece(piece: string, alias: string): string;
  /** Whether the stretch of the text is in such a name: `<secret of operator>` may have words of a secret in it. */
  covers(text: string, from: number, to: number): boolean;
}

const MOST = 4096;
/** Longer aliases there are none: they are looked for around what is found. */
const LONGEST = 160;

export function createAliases(): Aliases {
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
    of: (secret) => aliases.get(secret),
    set: (secret, alias) => note(aliases, secret, alias),
    ofPiece: (piece, alias) => {
      const known = pieces.get(piece);
      if (known !== undefined) return known;
      const name = `${alias.replace(/>$/, '')}, piece ${++count}>`;
      note(pieces, piece, name);
      return name;
    },
    covers: (text, from, to) => {
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

function dropOldest(entries: Map<string, string> | Set<string>): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
