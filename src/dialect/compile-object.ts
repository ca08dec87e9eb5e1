// Compiles an object of the sample: its fields by name, whatever else the wire has in it.
import { compact } from '../kernel/compact.js';
import type { Description, ShapeSchema, WireObject } from './dialect.js';
import type { Compiler, ShapeScope } from './scope.js';
import { addMismatch, type Canonical, type Node, quotedJson } from './node.js';
import { type ObjectSample, placeholdersOf, type SpreadSample } from './sample.js';
import { assert } from '../kernel/assert.js';

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
export function compileObject(
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
  const node: Node = {
    optional,
    write: writeFields(fields, optional),
    ...(!optional && fields.some(({ node: field }) => field.parts) && { parts: fieldsInParts(fields) }),
    describe: (how) => describeFields(fields, how),
    decode: decodeFields(fields, compiler.placeOf(sample.at)),
  };
  return sample.spreads.reduce((before, spread) => withSpread(before, spread, sample, scope, compiler), node);
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
    if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
      addMismatch(run, 'an object', wire, declaredAt);
      return;
    }
    for (const { name, node, read } of readers) {
      const content = read(wire as WireObject);
      if (node.optional && (content === undefined || content === null)) continue;
      run.keys.push(name);
      if (node.optional) run.optional++;
      node.decode(content, into, run);
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
  if (content.optional) compiler.report(at, `${sample.placeholder.name} is never absent`, 'Leave the ? out.');
  const write = (value: Canonical): string => {
    const wire = JSON.parse(around.write(value) ?? '{}') as WireObject;
    const inner: unknown = JSON.parse(content.write(value) ?? 'null');
    assert(isPlainObject(inner), `${compiler.placeOf(at)}: only the fields of an object can lie here`);
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
      if (isPlainObject(wire)) content.decode(without(wire, names), into, run);
    },
  };
}

function isPlainObject(wire: unknown): wire is WireObject {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire);
}

/** What the object itself shows belongs to it. */
function without(wire: WireObject, names: ReadonlySet<string>): WireObject {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !names.has(name)));
}

function allOf(around: ShapeSchema, content: Node, how: Description): ShapeSchema {
  const inner = content.describe(how);
  return Object.keys(inner).length === 0 ? around : { ...around, allOf: [inner] };
}
