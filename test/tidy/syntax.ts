// The syntax tree of a file, and a walk over it.
import { type Node, type ParseResult, parseSync, visitorKeys } from 'oxc-parser';
import type { SourceFile } from './finding.js';

const parsed = new Map<string, ParseResult>();

/** The tree is kept, because several guards look at the same file. */
export function parse({ path, source }: SourceFile): ParseResult {
  const key = `${path}\n${source}`;
  const result = parsed.get(key) ?? parseSync(path, source, { preserveParens: false });
  parsed.set(key, result);
  const [error] = result.errors;
  if (error) throw new Error(`${path} does not parse: ${error.message}`);
  return result;
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}

export function lineCount(source: string): number {
  return source.trimEnd().split('\n').length;
}

/** A node's place in its parent: which node, and under which key. */
export interface Place {
  readonly parent: Node;
  readonly key: string;
}

/** Visits the node and everything below it, parents first. */
export function walk(node: Node, visit: (node: Node, place: Place | undefined) => void, place?: Place): void {
  visit(node, place);
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key];
    for (const each of Array.isArray(child) ? child : [child]) {
      if (each) walk(each, visit, { parent: node, key });
    }
  }
}
