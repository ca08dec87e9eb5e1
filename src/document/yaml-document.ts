// A YAML text together with the place of each of its values, so that any later diagnostic can point at it.
import { accepted } from './diagnostic.js';
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import { assert } from '../kernel/assert.js';
import { compact } from '../kernel/compact.js';
import type { Problem } from './problem.js';

export type Path = readonly PropertyKey[];

export interface YamlDocument {
  readonly file: string;
  readonly text: string;
  /** Plain JavaScript data. */
  readonly value: unknown;
  /** Where the value at `path` stands; the nearest enclosing value when the path leads nowhere. */
  placeOf(path: Path): Pick<Problem, 'file' | 'line' | 'column'>;
  /** Where the key that leads to `path` stands. */
  placeOfKey(path: Path): Pick<Problem, 'file' | 'line' | 'column'>;
}

export type ReadResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Lines with problems of syntax that are told; those that follow usually come from the first. */
const MOST_BROKEN_LINES = 3;

/** @param file name under which problems are reported; the text is given, no file is read. */
export function readYaml(text: string, file: string): ReadResult<YamlDocument> {
  const lines = new LineCounter();
  const read = tokensOf(text, lines);
  const place = (offset: number): Pick<Problem, 'file' | 'line' | 'column'> => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (!read.ok) return { ok: false, problems: [{ ...place(read.offset), message: read.message }] };
  const parsed = compose(read.tokens, text.length);
  if (parsed.errors.length > 0) {
    const problems = new Map<number, Problem>();
    for (const { pos, message } of parsed.errors) {
      const at = place(pos[0]);
      // Of several on one line, the first says it.
      if (!problems.has(at.line)) problems.set(at.line, { ...at, message: `not valid YAML: ${message}` });
    }
    return { ok: false, problems: [...problems.values()].slice(0, MOST_BROKEN_LINES) };
  }
  const value = valueOf(parsed);
  if (!value.ok) return { ok: false, problems: [{ ...place(value.offset), message: value.message }] };
  const root = parsed.contents;
  return accepted({
    file,
    text,
    value: value.value,
    placeOf: (path) => place(offsetOf(root, path)),
    placeOfKey: (path) => place(keyOffset(root, path) ?? offsetOf(root, path)),
  });
}

/** The one document of the file; a second one is an error. */
function compose(tokens: readonly CST.Token[], end: number): Document.Parsed {
  const [first, second] = new Composer({ prettyErrors: false, uniqueKeys: true, merge: true }).compose(
    tokens,
    true,
    end,
  );
  assert(first, 'a composer that is told to gives a document for an empty text, too');
  if (second)
    first.errors.push(new YAMLParseError([second.range[0], second.range[1]], 'MULTIPLE_DOCS', SEVERAL));
  return first;
}

const SEVERAL = 'the file has several documents, and may have one only';

type Value =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly offset: number; readonly message: string };

function valueOf(document: Document.Parsed): Value {
  const problem = problemIn(document);
  if (problem) return { ok: false, ...problem };
  try {
    return accepted(compacted(document.toJS({ maxAliasCount: YAML_LIMITS.aliases })));
  } catch (error) {
    const message =
      error instanceof ReferenceError
        ? `the file uses more than ${YAML_LIMITS.aliases} aliases`
        : 'what `<<` brings in has to be a map, or an alias of one';
    return { ok: false, offset: 0, message };
  }
}

/** The first alias or text that no value could be made of; `<<` would follow some aliases for ever. */
function problemIn(
  document: Document.Parsed,
): { readonly offset: number; readonly message: string } | undefined {
  const anchors = new Map<string, Node>();
  let problem: string | undefined;
  let offset = 0;
  visit(document, {
    Node: (_, node, path) => {
      if (isAlias(node)) problem = aliasProblem(anchors.get(node.source), path, node.source);
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (isScalar(node) && typeof node.value === 'string' && !node.value.isWellFormed())
        problem = NOT_UNICODE;
      if (problem === undefined) return undefined;
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return problem === undefined ? undefined : { offset, message: problem };
}

const NOT_UNICODE = 'the text has half of a character (a lone surrogate, such as \\ud800)';

function aliasProblem(meant: Node | undefined, path: readonly unknown[], name: string): string | undefined {
  if (!meant) return `there is no anchor &${name} before the alias *${name}`;
  return path.includes(meant) ? 'an alias stands inside of what it stands for' : undefined;
}

/** The value with all its texts compacted, in place; what an alias stands for is visited once. */
function compacted(value: unknown, visited = new Set<object>()): unknown {
  if (typeof value === 'string') return compact(value);
  if (typeof value !== 'object' || value === null || visited.has(value)) return value;
  visited.add(value);
  const parts = value as Record<string, unknown>;
  for (const key of Object.keys(parts)) {
    // Defined, not assigned: a file may have a key `__proto__`.
    Object.defineProperty(parts, key, { value: compacted(parts[key], visited) });
  }
  return value;
}

function offsetOf(root: Node | null, path: Path): number {
  let node = root;
  for (const part of path) {
    const next = child(node, part);
    if (!next) break;
    node = next;
  }
  return node?.range?.[0] ?? 0;
}

function keyOffset(root: Node | null, path: Path): number | undefined {
  let node = root;
  for (const part of path.slice(0, -1)) node = child(node, part);
  if (!isMap(node)) return undefined;
  const pair = pairOf(node, String(path.at(-1)));
  return isNode(pair?.key) ? pair.key.range?.[0] : undefined;
}

/** Files with thousands of keys in one map are asked for the places of all of them. */
const pairsOf = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  const known = pairsOf.get(map);
  const pairs =
    known ??
    new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
  if (!known) pairsOf.set(map, pairs);
  return pairs.get(key);
}

function child(node: Node | null, part: PropertyKey): Node | null {
  let value: unknown;
  if (isMap(node)) value = pairOf(node, String(part))?.value;
  if (isSeq(node)) value = node.items[Number(part)];
  return isNode(value) ? value : null;
}

// How large a YAML text is, found out before it is composed: composing recurses, and checks keys pair by pair.

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

type YamlTokens =
  | { readonly ok: true; readonly tokens: readonly CST.Token[] }
  /** `offset` in characters. */
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** Controls, and halves of characters (YAML 1.2, 5.1). */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u{85}]|[\p{Cs}\u{fffe}\u{ffff}]/u;

/** The text as tokens, unless there are too many of them. Neither part of this recurses. */
function tokensOf(text: string, lines: LineCounter): YamlTokens {
  const { characters } = YAML_LIMITS;
  if (text.length > characters)
    return { ok: false, offset: 0, message: `the file has more than ${characters} characters` };
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden) {
    const code = forbidden[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return { ok: false, offset: forbidden.index, message: `YAML does not allow the character U+${code}` };
  }
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
    if (isMapToken(token) && token.items.length > keys)
      return { ok: false, offset, message: `a map has more than ${keys} keys` };
    for (const { key, value } of token.items)
      for (const inner of [key, value]) if (inner) left.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function isMapToken(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): boolean {
  return token.type === 'block-map' || (token.type === 'flow-collection' && token.start.source === '{');
}

// A part of a YAML document as a document of its own, so that what reads a whole file can read a part of one.

/** The value at `path`, with the places of the whole. */
export function partOf(document: YamlDocument, path: Path): YamlDocument {
  return {
    ...document,
    value: path.reduce<unknown>(
      (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
      document.value,
    ),
    placeOf: (inner) => document.placeOf([...path, ...inner]),
    placeOfKey: (inner) => document.placeOfKey([...path, ...inner]),
  };
}
