// Compiles `{ "$relay.index": sample }`: an object whose keys tell the elements of a list apart.
import { assert, AssertionError } from '../kernel/assert.js';
import {
  addMismatch,
  type Canonical,
  type Getter,
  getterOf,
  type Node,
  noteOrigin,
  NOTHING,
  quotedJson,
  setterOf,
  startRun,
} from './node.js';
import { elementScope, listFieldFor } from './compile-list.js';
import { describedWithin, type ShapeSchema, type WireObject } from './dialect.js';
import { readTemplateText, type TextCodec } from './compile-text.js';
import { type Compiler, finishScope, resolveField, type ShapeScope } from './scope.js';
import { type MapSample, placeholdersOf, type Template, type Value } from './sample.js';
import { keyOf, type ListField, listsOf } from './schema-facts.js';
import { keyPattern, type ScalarCodec, textSchema } from './scalar-codec.js';
import { textOfScalar } from './choose-scalar.js';

export function compileMap(sample: MapSample, scope: ShapeScope, compiler: Compiler): Node {
  if (!speaksOfElements(sample, scope)) return compileOnlyKey(sample, scope, compiler);
  const list = listFieldFor(placeholdersOf(sample), scope, sample.at, compiler);
  if (!list) return NOTHING;
  const inner = elementScope(list, sample);
  const key = compileKey(sample, list, inner, compiler);
  const value = compiler.compile(sample.value, inner, false);
  if (value.optional) {
    compiler.report(sample.value.at, 'what stands under a key is never absent', 'Leave the ? out.');
  }
  const content = finishScope(value, inner, sample, compiler);
  return key ? mapNode(list, key, content, compiler.placeOf(sample.at)) : NOTHING;
}

/** Otherwise the key says something of the object that it stands in. */
function speaksOfElements({ key }: MapSample, scope: ShapeScope): boolean {
  if (scope.word !== undefined) return false;
  const lists = listsOf(scope.schema);
  return placeholdersOf(key).some(({ path }) => lists.some(({ word }) => word === path[0]));
}

function compileKey(
  { key }: MapSample,
  list: ListField,
  scope: ShapeScope,
  compiler: Compiler,
): TextCodec | undefined {
  const text = readKey(key, scope, compiler);
  if (!text) return undefined;
  const field = keyOf(list.word);
  const [{ name } = { name: 'this' }, ...others] = placeholdersOf(key);
  const names = [name, ...others.map((each) => each.name)];
  if (field !== undefined && names.includes(`$${list.word}.${field}`)) return text;
  const hint = field === undefined ? 'Show them as a list.' : `The key has to be $${list.word}.${field}.`;
  compiler.report(key.at, `two elements may have the same ${name}: it cannot be a key`, hint);
  return undefined;
}

function mapNode(list: ListField, key: TextCodec, value: Node, declaredAt: string): Node {
  const get = getterOf(list.path);
  const set = setterOf(list.path);
  const write = (canonical: Canonical): string => {
    const fields = new Map<string, string>();
    for (const each of get(canonical) as Canonical[]) {
      const name = key.encode(each);
      assert(name !== undefined, 'every element has what its key tells');
      assert(!fields.has(name), 'the dialect has one key for each element, and two share one');
      fields.set(name, `${quotedJson(name)}:${value.write(each) ?? 'null'}`);
    }
    return `{${[...fields.values()].join(',')}}`;
  };
  return {
    optional: false,
    write,
    describe: (how) => describeMap(key, value.describe(describedWithin(how))),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, declaredAt);
      if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
        addMismatch(run, 'an object', wire, declaredAt);
        return;
      }
      const elements: Canonical[] = [];
      run.canonical.push(...list.path);
      for (const [name, content] of Object.entries(wire)) {
        const element: Canonical = {};
        run.keys.push(name);
        run.canonical.push(elements.length);
        if (!key.decode(name, element, run))
          addMismatch(run, `as key, ${key.expected}`, name, key.declaredAt);
        value.decode(content, element, run);
        run.canonical.pop();
        run.keys.pop();
        elements.push(element);
      }
      run.canonical.length -= list.path.length;
      set(into, elements);
    },
  };
}

/** What the keys look like; a key that is none of these would be no element. */
function describeMap({ schema }: TextCodec, value: ShapeSchema): ShapeSchema {
  const pattern = keyPattern(textSchema(schema));
  if (pattern === undefined) return { type: 'object', additionalProperties: value };
  return { type: 'object', patternProperties: { [pattern]: value }, additionalProperties: false };
}

// Compiles `{ "$action(close|open|pulse)": {} }`: an object whose only key says something of what it stands for.

function compileOnlyKey(sample: MapSample, scope: ShapeScope, compiler: Compiler): Node {
  const key = readKey(sample.key, scope, compiler);
  const value = compiler.compile(sample.value, scope, false);
  if (value.optional) {
    compiler.report(sample.value.at, 'what stands under a key is never absent', 'Leave the ? out.');
  }
  if (!key) return NOTHING;
  const declaredAt = compiler.placeOf(sample.at);
  const pattern = keyPattern(textSchema(key.schema)) ?? '';
  return {
    optional: false,
    write: (content) => {
      const name = key.encode(content);
      if (name === undefined) throw new AssertionError(`${declaredAt}: the value of this key is missing`);
      return `{${quotedJson(name)}:${value.write(content) ?? 'null'}}`;
    },
    describe: (how) => ({
      type: 'object',
      patternProperties: { [pattern]: value.describe(how) },
      minProperties: 1,
    }),
    decode: (wire, into, run) => {
      if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
        addMismatch(run, 'an object', wire, declaredAt);
        return;
      }
      const names = Object.keys(wire);
      const [name, ...others] = names.filter((each) => key.decode(each, {}, startRun('')));
      if (name === undefined || others.length > 0) {
        addMismatch(run, `one key: ${key.expected}`, wire, key.declaredAt);
        return;
      }
      run.keys.push(name);
      key.decode(name, into, run);
      value.decode((wire as WireObject)[name], into, run);
      run.keys.pop();
    },
  };
}

// Keys of objects that say something: the index of a relay, the name of a sensor, an action.

/** What is wrong with it is reported. A key reads only what it would itself write. */
function readKey(key: Value | Template, scope: ShapeScope, compiler: Compiler): TextCodec | undefined {
  const { texts = ['', ''], placeholders = [] } = key.kind === 'template' ? key : {};
  const placeholder = key.kind === 'value' ? key.placeholder : placeholders[0];
  if (key.kind === 'template' && placeholders.length > 1) {
    const text = readTemplateText(key, scope, compiler);
    return text && strict(text);
  }
  const field = placeholder && resolveField(scope, placeholder, compiler.report);
  if (!field) return undefined;
  if (placeholder.optional) compiler.report(key.at, 'a key is never absent', 'Leave the ? out.');
  const codec = textOfScalar(field, placeholder, compiler, texts);
  return codec && single(codec, field.path, compiler.placeOf(key.at));
}

function single(codec: ScalarCodec, path: readonly string[], declaredAt: string): TextCodec {
  const get: Getter = getterOf(path);
  const set = setterOf(path);
  return {
    declaredAt,
    expected: codec.expected,
    schema: codec.describe(),
    encode: (value) => {
      const content = get(value);
      return content === undefined ? undefined : String(codec.encode(content));
    },
    decode: (wire, into, run) => {
      const content = codec.decode(wire);
      if (run.origins) noteOrigin(run, path, wire, declaredAt);
      // A key that would be written otherwise, such as 1.0 for 1, could stand beside its twin.
      if (content === undefined || codec.encode(content) !== wire) return false;
      set(into, content);
      return true;
    },
  };
}

function strict(text: TextCodec): TextCodec {
  return {
    ...text,
    decode: (wire, into, run) => {
      const read: Canonical = {};
      return text.decode(wire, read, run) && text.encode(read) === wire && text.decode(wire, into, run);
    },
  };
}
