// Compiles the samples of all shapes: once, before anything is encoded or decoded.
import { SHAPE_NAMES, type ShapeName, SHAPES } from '../contract/schemas/shapes.js';
import type { ScalarSettings } from './scope.js';
import { compileList } from './compile-list.js';
import { compileMap } from './compile-map.js';
import { compileObject } from './compile-object.js';
import { compileValue } from './compile-value.js';
import { type Compiler, createScope, finishScope, type ShapeScope } from './scope.js';
import { leaveOutLacking } from './lacking.js';
import { addMismatch, type Canonical, type Node, NOTHING, shown } from './node.js';
import type { ReportProblem } from './problems.js';
import {
  type Literal,
  type Placeholder,
  placeholdersOf,
  type RowSample,
  type Sample,
  type Samples,
} from './sample.js';
import { listsOf } from './schema-facts.js';

/** What is wrong with the samples is reported; the nodes are of use only when nothing was. */
export function compileShapes(
  samples: Samples,
  settings: ScalarSettings,
  file: string,
  report: ReportProblem,
): ReadonlyMap<ShapeName, Node> {
  const nodes = new Map<ShapeName, Node>();
  const compiler: Compiler = {
    report,
    settings,
    placeOf: ({ line, column }) => `${file}:${line}:${column}`,
    nodeOf: (shape) => {
      const known = nodes.get(shape);
      if (known) return known;
      const sample = samples.get(shape);
      const node = sample ? compileShape(shape, sample, compiler) : NOTHING;
      nodes.set(shape, node);
      return node;
    },
    compile: (sample, scope, omissible) => {
      switch (sample.kind) {
        case 'value':
        case 'template':
          return compileValue(sample, scope, compiler);
        case 'object':
          return compileObject(sample, scope, compiler, omissible);
        case 'list':
          return compileList(sample, scope, compiler);
        case 'row':
          return compileRow(sample, scope, compiler);
        case 'map':
          return compileMap(sample, scope, compiler);
        case 'literal':
          return compileLiteral(sample, compiler);
        case 'broken':
          return NOTHING;
      }
    },
  };
  for (const shape of SHAPE_NAMES) compiler.nodeOf(shape);
  return nodes;
}

function compileShape(shape: ShapeName, sample: Sample, compiler: Compiler): Node {
  if (sample.kind !== 'object' && sample.kind !== 'map' && sample.kind !== 'broken') {
    compiler.report(
      sample.at,
      `the shape ${shape} has to be an object`,
      `Write it as { field: $placeholder }.`,
    );
    return NOTHING;
  }
  const scope = createScope(SHAPES[shape], `the shape ${shape}`, sample);
  const node = compiler.compile(sample, scope, false);
  leaveOutLacking(shape, scope, compiler.settings.without);
  return finishScope(node, scope, sample, compiler);
}

// Compiles what a sample writes as it stands, and requires as it stands.

function compileLiteral({ value, at }: Literal, compiler: Compiler): Node {
  const declaredAt = compiler.placeOf(at);
  const expected = shown(value);
  const text = JSON.stringify(value);
  const items = Array.isArray(value) ? (value as unknown[]) : undefined;
  const fits = items ? (wire: unknown) => sameItems(items, wire) : (wire: unknown) => wire === value;
  return {
    optional: false,
    write: () => text,
    describe: () => ({ const: value }),
    decode: (wire, _, run) => {
      if (!fits(wire)) addMismatch(run, expected, wire, declaredAt);
    },
  };
}

/** Lists of scalars and of such lists: a sample has no other literals. */
function sameItems(items: readonly unknown[], wire: unknown): boolean {
  if (!Array.isArray(wire) || wire.length !== items.length) return false;
  return items.every((item, index) => {
    const other: unknown = wire[index];
    return Array.isArray(item) ? sameItems(item as unknown[], other) : item === other;
  });
}

// Compiles `[ sample, sample ]`: a list of the wire in which each place has a meaning of its own: `[1, "ON"]`.

/** What has no value is written as null; when reading it may also be missing at the end. Further places are ignored. */
function compileRow(sample: RowSample, scope: ShapeScope, compiler: Compiler): Node {
  if (showsElements(placeholdersOf(sample), scope)) {
    const { length } = sample.items;
    for (const { path } of placeholdersOf(sample)) markMeant(scope, path[0] ?? '');
    const hint = 'Show one of them. An element that is a list itself shows each of its places: [[ …, … ]].';
    compiler.report(
      sample.at,
      `a list shows one element, which stands for each; this one shows ${length}`,
      hint,
    );
    return NOTHING;
  }
  const items = sample.items.map((item) => compiler.compile(item, scope, true));
  const required = items.findLastIndex(({ optional }) => !optional) + 1;
  return {
    optional: false,
    write: (value) => `[${items.map((item) => item.write(value) ?? 'null').join(',')}]`,
    describe: (how) => ({
      type: 'array',
      prefixItems: items.map((item) => {
        const described = item.describe(how);
        return item.optional ? { anyOf: [described, { type: 'null' }] } : described;
      }),
      minItems: required,
    }),
    decode: decodeRow(items, required, compiler.placeOf(sample.at)),
  };
}

function decodeRow(items: readonly Node[], required: number, declaredAt: string): Node['decode'] {
  return (wire, into: Canonical, run) => {
    if (!Array.isArray(wire) || wire.length < required) {
      addMismatch(run, required === 0 ? 'an array' : `an array of ${required} or more`, wire, declaredAt);
      return;
    }
    for (const [place, item] of items.entries()) {
      const content: unknown = wire[place];
      if (item.optional && (content === undefined || content === null)) continue;
      run.keys.push(place);
      if (item.optional) run.optional++;
      item.decode(content, into, run);
      if (item.optional) run.optional--;
      run.keys.pop();
    }
  };
}

/** What is wrong with the list is said: that it is missing is not said as well. */
function markMeant(scope: ShapeScope, word: string): void {
  const list = listsOf(scope.schema).find((each) => each.word === word);
  if (list) scope.meant.add(list.path.join('.'));
}

/** Several elements of a list of the shape, of which one would do. */
function showsElements(placeholders: readonly Placeholder[], scope: ShapeScope): boolean {
  if (scope.word !== undefined) return false;
  const words = listsOf(scope.schema).map(({ word }) => word);
  return placeholders.some(({ path }) => words.includes(path[0] ?? ''));
}
