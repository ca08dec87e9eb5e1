// Compiles `{ "$relay.index": sample }`: an object whose keys tell the elements of a list apart.
import { assert, AssertionError } from '../kernel/assert.js';
import { groupBy } from '../kernel/group-by.js';
import { isObject } from '../kernel/json.js';
import { textOfScalar } from './choose-scalar.js';
import { decodeElements, elementScope, listFieldFor } from './compile-list.js';
import { readTemplateText, type TextCodec } from './compile-text.js';
import { describedWithin, type ShapeSchema } from './dialect.js';
import {
  accessTo,
  addMismatch,
  type Canonical,
  type Node,
  noteOrigin,
  noneOf,
  NOTHING,
  quotedJson,
  startRun,
} from './node.js';
import { type MapSample, placeholdersOf, type Template, type Value } from './sample.js';
import { keyOf, type ListField, listsOf } from './schema-facts.js';
import { type Compiler, finishScope, neverAbsent, resolveField, type ShapeScope } from './scope.js';
import { keyPattern, type ScalarCodec, textSchema } from './scalar-codec.js';

export function compileMap(sample: MapSample, scope: ShapeScope, compiler: Compiler): Node {
  if (!speaksOfElements(sample, scope)) return compileOnlyKey(sample, scope, compiler);
  const list = listFieldFor(placeholdersOf(sample), scope, sample.at, compiler);
  if (!list) return NOTHING;
  const inner = elementScope(list, sample);
  const key = readKey(sample.key, inner, compiler);
  const isUnique = namesOne(sample.key, list);
  const group = isUnique || sample.value.kind !== 'list' ? undefined : sample.value.element;
  if (key && !isUnique && !group) reportShared(sample.key, list, compiler);
  const value = compiler.compile(group ?? sample.value, inner, false);
  neverAbsent(
    compiler,
    value.optional,
    sample.value.at,
    group ? 'an element of a list' : 'what stands under a key',
  );
  const content = finishScope(value, inner, sample, compiler);
  if (!key) return NOTHING;
  return (group ? groupsNode : mapNode)(list, key, content, compiler.placeOf(sample.at));
}

/** Otherwise the key says something of the object that it stands in. */
function speaksOfElements({ key }: MapSample, scope: ShapeScope): boolean {
  if (scope.word !== undefined) return false;
  const lists = listsOf(scope.schema);
  return placeholdersOf(key).some(({ path }) => lists.some(({ word }) => word === path[0]));
}

/** Whether no two elements have the same key. */
function namesOne(key: MapSample['key'], { word }: ListField): boolean {
  return placeholdersOf(key).some(({ name }) => name === `$${word}.${keyOf(word)}`);
}

function reportShared(key: MapSample['key'], { word }: ListField, { report }: Compiler): void {
  const [{ name } = { name: 'this' }] = placeholdersOf(key);
  const field = keyOf(word);
  const own = field === undefined ? '' : `, or the key has to be $${word}.${field}`;
  report(
    key.at,
    `two elements may have the same ${name}: it cannot be a key`,
    `Show a list under it, with the elements that have it${own}.`,
  );
}

function mapNode(list: ListField, key: TextCodec, value: Node, declaredAt: string): Node {
  const { get } = accessTo(list.path);
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
    ...noneOf(list),
    write,
    describe: (how) => describeMap(key, value.describe(describedWithin(how))),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, declaredAt);
      if (!isObject(wire)) return addMismatch(run, 'an object', wire, declaredAt);
      decodeElements(
        { ...list, declaredAt },
        elementsIn(wire, key, value),
        into,
        run,
        (content, element, name) => {
          if (!key.decode(name, element, run))
            addMismatch(run, `as key, ${key.expected}`, name, key.declaredAt);
          value.decode(content, element, run);
        },
      );
    },
  };
}

// Compiles `{ "$change.kind(relays|inputs)": [$change.index] }`: elements that have the same key stand in one list.

function groupsNode(list: ListField, key: TextCodec, element: Node, declaredAt: string): Node {
  const { get } = accessTo(list.path);
  return {
    optional: false,
    ...noneOf(list),
    write: (canonical) => {
      const groups = groupBy(get(canonical) as Canonical[], (each) => {
        const name = key.encode(each);
        assert(name !== undefined, 'every element has what its key tells');
        return name;
      });
      const written = [...groups].map(([name, all]) => {
        const texts = all.map((each) => element.write(each) ?? 'null');
        return `${quotedJson(name)}:[${texts.join(',')}]`;
      });
      return `{${written.join(',')}}`;
    },
    describe: (how) => describeMap(key, { type: 'array', items: element.describe(describedWithin(how)) }),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, declaredAt);
      if (!isObject(wire)) return addMismatch(run, 'an object', wire, declaredAt);
      const all = Object.entries(wire);
      const named = all.filter(([name]) => key.decode(name, {}, startRun('')));
      const entries = (named.length > 0 ? named : all).flatMap(([name, content]) => {
        if (Array.isArray(content)) return content.map((each: unknown, at) => [name, { each, at }] as const);
        run.keys.push(name);
        addMismatch(run, 'an array', content, declaredAt);
        run.keys.pop();
        return [];
      });
      decodeElements({ ...list, declaredAt }, entries, into, run, ({ each, at }, content, name) => {
        if (!key.decode(name, content, run))
          addMismatch(run, `as key, ${key.expected}`, name, key.declaredAt);
        run.keys.push(at);
        element.decode(each, content, run);
        run.keys.pop();
      });
    },
  };
}

/**
 * Fields that the interface does not name may stand beside the elements: under keys of another form, or with nothing
 * in them that an element has. Where that leaves no element, those with all that one has are under wrong keys.
 */
function elementsIn(wire: object, key: TextCodec, value: Node): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(wire).map(([name, content]) => {
    const element: Canonical = {};
    const attempt = startRun('');
    value.decode(content, element, attempt);
    const hasAll = attempt.mismatches.length === 0;
    const hasAny = hasAll || Object.keys(element).length > 0;
    return { entry: [name, content] as const, isNamed: key.decode(name, {}, startRun('')), hasAll, hasAny };
  });
  const named = entries.filter(({ isNamed }) => isNamed);
  const elements = named.filter(({ hasAny }) => hasAny);
  const [taken] = [elements, named, entries.filter(({ hasAll }) => hasAll)].filter((each) => each.length > 0);
  return (taken ?? []).map(({ entry }) => entry);
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
  neverAbsent(compiler, value.optional, sample.value.at, 'what stands under a key');
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
      if (!isObject(wire)) return addMismatch(run, 'an object', wire, declaredAt);
      const names = Object.keys(wire);
      const [name, ...others] = names.filter((each) => key.decode(each, {}, startRun('')));
      if (name === undefined || others.length > 0) {
        addMismatch(run, `one key: ${key.expected}`, wire, key.declaredAt);
        return;
      }
      run.keys.push(name);
      key.decode(name, into, run);
      value.decode(wire[name], into, run);
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
  neverAbsent(compiler, placeholder.optional, key.at, 'a key');
  const codec = textOfScalar(field, placeholder, compiler, texts);
  return codec && single(codec, field.path, compiler.placeOf(key.at));
}

function single(codec: ScalarCodec, path: readonly string[], declaredAt: string): TextCodec {
  const { get, set } = accessTo(path);
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
