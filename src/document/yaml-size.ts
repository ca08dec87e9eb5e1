// How large a YAML text is, found out before it is composed: composing recurses, and checks keys pair by pair.
import { type CST, type LineCounter, Parser } from 'yaml';

export const YAML_LIMITS = {
  /** Characters of a text. */
  characters: 2 * 1024 * 1024,
  /** Lists and maps inside one another. */
  depth: 64,
  /** Lists, maps, keys and values in all. */
  values: 200_000,
  /** Keys of one map: each is compared with all others. */
  keys: 5000,
  /** Aliases of one anchor, those within what another alias stands for included. */
  aliases: 100,
  /** Aliases as they are written: each is looked up among all anchors. */
  writtenAliases: 1000,
};

export type YamlTokens =
  | { readonly ok: true; readonly tokens: readonly CST.Token[] }
  /** `offset` in characters. */
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** The text as tokens, unless there are too many of them. Neither part of this recurses. */
export function tokensOf(text: string, lines: LineCounter): YamlTokens {
  const { characters } = YAML_LIMITS;
  if (text.length > characters)
    return { ok: false, offset: 0, message: `the file has more than ${characters} characters` };
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const excess = excessIn(tokens);
  return excess ?? { ok: true, tokens };
}

interface Level {
  readonly token: CST.Token;
  readonly depth: number;
}

function excessIn(tokens: readonly CST.Token[]): Extract<YamlTokens, { ok: false }> | undefined {
  const { depth: deepest, values: most, keys, writtenAliases: mostAliases } = YAML_LIMITS;
  const left: Level[] = tokens.map((token) => ({ token, depth: 0 }));
  let values = 0;
  let aliases = 0;
  for (let level = left.pop(); level; level = left.pop()) {
    const { token, depth } = level;
    const { offset } = token as { readonly offset: number };
    if (depth > deepest)
      return { ok: false, offset, message: `the file nests more than ${deepest} levels deep` };
    if (++values > most) return { ok: false, offset, message: `the file has more than ${most} values` };
    if (token.type === 'alias' && ++aliases > mostAliases)
      return { ok: false, offset, message: `the file has more than ${mostAliases} aliases` };
    if (token.type === 'document' && token.value) left.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    if (isMap(token) && token.items.length > keys)
      return { ok: false, offset, message: `a map has more than ${keys} keys` };
    for (const { key, value } of token.items)
      for (const inner of [key, value]) if (inner) left.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function isMap(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): boolean {
  return token.type === 'block-map' || (token.type === 'flow-collection' && token.start.source === '{');
}
