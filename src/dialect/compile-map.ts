// Compiles `{ "$relay.index": sample }`: an object whose keys tell the elements of a list apart.
import { assert } from '../kernel/assert.js';
import { getterOf, setterOf } from './access-path.js';
import { elementScope, listFieldFor } from './compile-list.js';
import { compileOnlyKey } from './compile-only-key.js';
import type { WireObject } from './codec.js';
import type { TextCodec } from './compile-text.js';
import type { Compiler } from './compiler.js';
import { addMismatch, noteOrigin } from './decode-run.js';
import { finishScope } from './finish-scope.js';
import { describedWithin, type ShapeSchema } from './json-schema.js';
import { type Canonical, type Node, NOTHING } from './node.js';
import { putAt } from './put.js';
import { type MapSample, placeholdersOf } from './sample.js';
import { keyOf, type ListField, listsOf } from './schema-facts.js';
import type { ShapeScope } from './scope.js';
import { readKey } from './text-key.js';
import { keyPattern, textSchema } from './text-schema.js';

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
  const encode = (canonical: Canonical): WireObject => {
    const wire: WireObject = {};
    for (const each of get(canonical) as Canonical[]) {
      const name = key.encode(each);
      assert(name !== undefined, 'every element has what its key tells');
      assert(!Object.hasOwn(wire, name), 'the dialect has one key for each element, and two share one');
      putAt(wire, name, value.encode(each));
    }
    return wire;
  };
  return {
    optional: false,
    encode,
    write: (canonical) => JSON.stringify(encode(canonical)),
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
