// The globals that a file uses, by their full name: `Date.now`, also when written globalThis['Date'].now.
import type { Node } from 'oxc-parser';
import type { SourceFile } from './finding.js';
import { lineAt, parse, type Place, walk } from './syntax.js';

export interface GlobalUse {
  readonly name: string;
  readonly line: number;
  /** How it is used: `new Date()` and `Date()` read the clock, `new Date(0)` does not. */
  readonly as: 'reference' | 'call' | 'new' | 'new with arguments' | 'alias';
}

const HOSTS = /^(globalThis|global|window|self)\./;

/** A local variable with the name of a global counts as the global: whoever reads the line would think so too. */
export function globalsOf(file: SourceFile): GlobalUse[] {
  const found: GlobalUse[] = [];
  walk(parse(file).program, (node, place) => {
    const line = lineAt(file.source, node.start);
    for (const name of destructured(node)) found.push({ name, line, as: 'reference' });
    const path = isNameOnly(place) ? undefined : pathOf(node);
    if (path !== undefined) found.push({ name: path.replace(HOSTS, ''), line, as: usage(place) });
  });
  return found;
}

/** `a.b` and `a['b']` as text; undefined when it is not rooted in a plain name. */
function pathOf(node: Node): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return pathOf(node.expression);
    case 'MemberExpression': {
      const object = pathOf(node.object);
      const property = propertyOf(node.property, node.computed);
      return object === undefined || property === undefined ? undefined : `${object}.${property}`;
    }
    default:
      return undefined;
  }
}

function propertyOf(key: Node, computed: boolean): string | undefined {
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** `const { now: read } = Date` -> `Date.now`. */
function destructured(node: Node): string[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || !node.init) return [];
  const object = pathOf(node.init);
  if (object === undefined) return [];
  return node.id.properties.flatMap((each) => {
    const property = each.type === 'Property' ? propertyOf(each.key, each.computed) : undefined;
    return property === undefined ? [] : [`${object}.${property}`.replace(HOSTS, '')];
  });
}

/** The `b` of `a.b`, of `{ b: 1 }` and of `{ b(): void }` is a label, not a reference. */
function isNameOnly(place: Place | undefined): boolean {
  if (!place) return false;
  const { parent, key } = place;
  if (key !== 'property' && key !== 'key') return false;
  return !('computed' in parent && parent.computed);
}

function usage(place: Place | undefined): GlobalUse['as'] {
  const { parent, key } = place ?? {};
  if (parent?.type === 'CallExpression' && key === 'callee') return 'call';
  if (parent?.type === 'NewExpression' && key === 'callee')
    return parent.arguments.length === 0 ? 'new' : 'new with arguments';
  const named = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' && key === 'init';
  return named ? 'alias' : 'reference';
}
