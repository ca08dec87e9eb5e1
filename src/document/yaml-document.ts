// A YAML text together with the place of each of its values, so that any later complaint can point at it.
import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
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

export type Read<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Aliases may multiply a document; beyond this many it is refused. */
const MAX_ALIASES = 100;

/** @param file name under which problems are reported; the text is given, no file is read. */
export function readYaml(text: string, file: string): Read<YamlDocument> {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const place = (offset: number): Pick<Problem, 'file' | 'line' | 'column'> => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (parsed.errors.length > 0) {
    return {
      ok: false,
      problems: parsed.errors.map((error) => ({
        ...place(error.pos[0]),
        message: `not valid YAML: ${error.message}`,
      })),
    };
  }
  let value: unknown;
  try {
    value = compacted(parsed.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch {
    return {
      ok: false,
      problems: [{ ...place(0), message: `the file uses more than ${MAX_ALIASES} aliases` }],
    };
  }
  const root = parsed.contents;
  return {
    ok: true,
    value: {
      file,
      text,
      value,
      placeOf: (path) => place(offsetOf(root, path)),
      placeOfKey: (path) => place(keyOffset(root, path) ?? offsetOf(root, path)),
    },
  };
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
  const name = String(path.at(-1));
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === name);
  return isNode(pair?.key) ? pair.key.range?.[0] : undefined;
}

function child(node: Node | null, part: PropertyKey): Node | null {
  let value: unknown;
  if (isMap(node))
    value = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part))?.value;
  if (isSeq(node)) value = node.items[Number(part)];
  return isNode(value) ? value : null;
}
