// A random sample of the wire, before it is YAML: written out, and walked beside data that follow it.
import type { ShapeName } from '../../../src/contract/schemas/shapes.js';

export type Tree =
  | { readonly kind: 'text'; readonly text: string }
  /** Its fields lie among those around it, under the name `...`. */
  | { readonly kind: 'spread'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'shape'; readonly text: string; readonly shape: ShapeName }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, Tree])[] }
  | { readonly kind: 'list'; readonly element: Tree }
  | { readonly kind: 'map'; readonly key: string; readonly value: Tree };

/** The tree as the plain data of a YAML file. */
export function plainOf(tree: Tree): unknown {
  switch (tree.kind) {
    case 'text':
    case 'spread':
    case 'shape':
      return tree.text;
    case 'literal':
      return tree.value;
    case 'object':
      return Object.fromEntries(
        tree.fields.map(([name, inner]) => [name.replaceAll('$', '$$$$'), plainOf(inner)]),
      );
    case 'list':
      return [plainOf(tree.element)];
    case 'map':
      return { [tree.key]: plainOf(tree.value) };
  }
}

/** Puts a field that no sample shows into every object of the data, and leaves maps as they are. */
export function withUnknownFields(wire: unknown, tree: Tree, trees: ReadonlyMap<ShapeName, Tree>): unknown {
  const inner = (content: unknown, below: Tree): unknown => withUnknownFields(content, below, trees);
  if (wire === undefined || wire === null) return wire;
  switch (tree.kind) {
    case 'text':
    case 'spread':
    case 'literal':
      return wire;
    case 'shape':
      return inner(wire, trees.get(tree.shape)!);
    case 'list':
      return (wire as unknown[]).map((each) => inner(each, tree.element));
    case 'map':
      return Object.fromEntries(Object.entries(wire).map(([key, each]) => [key, inner(each, tree.value)]));
    case 'object': {
      const below = new Map(tree.fields);
      const known = Object.entries(wire).map(([name, each]) => [
        name,
        below.has(name) ? inner(each, below.get(name)!) : each,
      ]);
      // Whatever stands beside data that are spread is data.
      if (below.has('...')) return Object.fromEntries(known);
      return Object.fromEntries([['unheard of', { of: [1, null] }], ...known]);
    }
  }
}
