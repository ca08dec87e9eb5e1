// Compiles the samples of all shapes: once, before anything is encoded or decoded.
import { SHAPE_NAMES, type ShapeName, SHAPES } from '../contract/schemas/shapes.js';
import {
  type Compiler,
  createScope,
  finishScope,
  type ScalarSettings,
  type ShapeScope,
  neverAbsent,
} from './scope.js';
import { compileList } from './compile-list.js';
import { compileMap } from './compile-map.js';
import { compileValue } from './compile-value.js';
import { leaveOutLacking } from './settings.js';
import {
  addMismatch,
  bearNone,
  type Canonical,
  type Node,
  type NoneOf,
  NOTHING,
  quotedJson,
  shown,
} from './node.js';
import {
  type Literal,
  type ObjectSample,
  type Placeholder,
  placeholdersOf,
  type ReportProblem,
  type RowSample,
  type Sample,
  type Samples,
  type SpreadSample,
} from './sample.js';
import { listsOf } from './schema-facts.js';
import { compact } from '../kernel/compact.js';
import { isObject } from '../kernel/json.js';
import type { Description, ShapeSchema, WireObject } from './dialect.js';
import { assert } from '../kernel/assert.js';

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
      if (sample.kind === 'value' || sample.kind === 'template') return compileValue(sample, scope, compiler);
      if (sample.kind === 'object') return compileObject(sample, scope, compiler, omissible);
      if (sample.kind === 'list') return compileList(sample, scope, compiler);
      if (sample.kind === 'row') return compileRow(sample, scope, compiler);
      if (sample.kind === 'map') return compileMap(sample, scope, compiler);
      return sample.kind === 'literal' ? compileLiteral(sample, compiler) : NOTHING;
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

// Compiles an object of the sample: its fields by name, whatever else the wire has in it.

interface FieldNode {
  readonly name: string;
  readonly node: Node;
  /** Says nothing about the value: a literal, or an object of literals. */
  readonly constant: boolean;
}

/**
 * An object in which every placeholder is optional is itself optional where the sample around it can do
 * without it: it is left out when none of them has a value, and nothing is missed when it does not come.
 */
function compileObject(
  sample: ObjectSample,
  scope: ShapeScope,
  compiler: Compiler,
  omissible: boolean,
): Node {
  const fields = sample.fields.map((field): FieldNode => ({
    name: field.name,
    node: compiler.compile(field.sample, scope, true),
    constant: placeholdersOf(field.sample).length === 0,
  }));
  const varying = fields.filter(({ constant }) => !constant);
  const optional =
    omissible &&
    sample.spreads.length === 0 &&
    varying.length > 0 &&
    varying.every(({ node }) => node.optional);
  const nones = varying.flatMap(({ node }) => node.none ?? []);
  const mayBeNone = varying.every(({ node }) => node.optional || node.none) && sample.spreads.length === 0;
  const node: Node = {
    optional,
    ...(mayBeNone && nones.length > 0 && { none: allOfThem(nones) }),
    write: writeFields(fields, optional),
    ...(!optional && fields.some(({ node: field }) => field.parts) && { parts: fieldsInParts(fields) }),
    describe: (how) => describeFields(fields, how),
    decode: decodeFields(fields, compiler.placeOf(sample.at)),
  };
  return sample.spreads.reduce((before, spread) => withSpread(before, spread, sample, scope, compiler), node);
}

function allOfThem(nones: readonly NoneOf[]): NoneOf {
  return {
    groups: nones.flatMap(({ groups }) => groups),
    put: (into) => nones.forEach((none) => none.put(into)),
  };
}

function writeFields(fields: readonly FieldNode[], optional: boolean): Node['write'] {
  const named = fields.map((field) => ({ ...field, key: `${quotedJson(compact(field.name))}:` }));
  return (value) => {
    // Joined rather than added up: a text that is added up stays a chain of its pieces, which takes four times the room
    // where it is kept, and has to be put together where it is sent.
    const texts: string[] = [];
    let empty = optional;
    for (const { key, node, constant } of named) {
      const content = node.write(value);
      if (content === undefined) continue;
      texts.push(key + content);
      if (!constant) empty = false;
    }
    return empty ? undefined : `{${texts.join(',')}}`;
  };
}

function fieldsInParts(fields: readonly FieldNode[]): (value: Canonical) => Iterable<string> {
  const named = fields.map((field) => ({ ...field, key: `${quotedJson(compact(field.name))}:` }));
  return function* parts(value) {
    let before = '{';
    for (const { key, node } of named) {
      const inParts = node.parts;
      const content = inParts ? undefined : node.write(value);
      if (!inParts && content === undefined) continue;
      yield before + key + (content ?? '');
      if (inParts) yield* inParts(value);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  };
}

function describeFields(fields: readonly FieldNode[], how: Description): ShapeSchema {
  const required = fields.filter(({ node }) => !node.optional).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, node }) => [name, node.describe(how)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function decodeFields(fields: readonly FieldNode[], declaredAt: string): Node['decode'] {
  const readers = fields.map((field) => ({ ...field, read: readerOf(field.name) }));
  return (wire, into, run) => {
    if (!isObject(wire)) {
      addMismatch(run, 'an object', wire, declaredAt);
      return;
    }
    for (const { name, node, read } of readers) {
      const content = read(wire);
      const isAbsent = content === undefined || content === null;
      if (node.optional && isAbsent) continue;
      run.keys.push(name);
      if (node.optional) run.optional++;
      const since = run.mismatches.length;
      node.decode(content, into, run);
      if (isAbsent && node.none) bearNone(run, since, node.none, into);
      if (node.optional) run.optional--;
      run.keys.pop();
    }
  };
}

/** Every object has a `constructor`; what counts is whether the wire has one. */
function readerOf(name: string): (wire: WireObject) => unknown {
  if (!(name in Object.prototype)) return (wire) => wire[name];
  return (wire) => (Object.hasOwn(wire, name) ? wire[name] : undefined);
}

// Compiles `'...': $data`: an object whose fields lie among those of the object around it.

/** @param around the object without what is spread. */
function withSpread(
  around: Node,
  { value: sample, at }: SpreadSample,
  { fields }: ObjectSample,
  scope: ShapeScope,
  compiler: Compiler,
): Node {
  const content = compiler.compile(sample, scope, false);
  const names = new Set(fields.map(({ name }) => name));
  neverAbsent(compiler, content.optional, at, sample.placeholder.name);
  const write = (value: Canonical): string => {
    const wire = JSON.parse(around.write(value) ?? '{}') as WireObject;
    const inner: unknown = JSON.parse(content.write(value) ?? 'null');
    assert(isObject(inner), `${compiler.placeOf(at)}: only the fields of an object can lie here`);
    for (const name of Object.keys(inner))
      assert(!Object.hasOwn(wire, name), `${compiler.placeOf(at)}: ${name} is the name of two fields`);
    return JSON.stringify({ ...wire, ...inner });
  };
  return {
    optional: false,
    write,
    describe: (how) => allOf(around.describe(how), content, how),
    decode: (wire, into, run) => {
      around.decode(wire, into, run);
      // What is no object has been said of the object around it.
      if (isObject(wire)) content.decode(without(wire, names), into, run);
    },
  };
}

/** What the object itself shows belongs to it. */
function without(wire: WireObject, names: ReadonlySet<string>): WireObject {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !names.has(name)));
}

function allOf(around: ShapeSchema, content: Node, how: Description): ShapeSchema {
  const inner = content.describe(how);
  return Object.keys(inner).length === 0 ? around : { ...around, allOf: [inner] };
}
