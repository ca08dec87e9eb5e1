// Compiles `{ "$relay.index": sample }`: an object whose keys tell the elements of a list apart.
import { assert } from '../kernel/assert.js';
import { getterOf, setterOf } from './access-path.js';
import { elementScope, listOf } from './compile-list.js';
import { scalarOf } from './compile-value.js';
import type { Compiler } from './compiler.js';
import { mismatch, noteOrigin } from './decode-run.js';
import { describedWithin, type JsonSchema } from './json-schema.js';
import { type Canonical, type Node, NOTHING } from './node.js';
import { isBroken, type MapSample, placeholdersOf } from './sample.js';
import { type ScalarCodec, withinText } from './scalar-codec.js';
import { keyOf, type List } from './schema-facts.js';
import { reportMissing, resolve, type Scope } from './scope.js';
import { keyPattern, textSchema } from './text-schema.js';

export function compileMap(sample: MapSample, scope: Scope, compiler: Compiler): Node {
  const list = listOf([sample.key.placeholder, ...placeholdersOf(sample.value)], scope, sample.at, compiler);
  if (!list) return NOTHING;
  const inner = elementScope(list);
  const key = compileKey(sample, list, inner, compiler);
  const value = compiler.compile(sample.value, inner, false);
  if (value.optional) {
    compiler.report(sample.value.at, 'what stands under a key is never absent', 'Leave the ? out.');
  }
  if (!isBroken(sample)) reportMissing(inner, sample.at, compiler.report);
  return key ? mapNode(list, key, value, compiler.placeOf(sample.at)) : NOTHING;
}

interface Key {
  readonly codec: ScalarCodec;
  readonly field: string;
  readonly declaredAt: string;
}

function compileKey({ key }: MapSample, list: List, scope: Scope, compiler: Compiler): Key | undefined {
  const { placeholder } = key;
  const resolved = resolve(scope, placeholder, compiler.report);
  if (!resolved) return undefined;
  const field = keyOf(list.word);
  if (field === undefined || resolved.path.join('.') !== field) {
    const hint = field === undefined ? 'Show them as a list.' : `The key has to be $${list.word}.${field}.`;
    compiler.report(key.at, `two elements may have the same ${placeholder.name}: it cannot be a key`, hint);
    return undefined;
  }
  if (placeholder.optional) compiler.report(key.at, 'a key is never absent', 'Leave the ? out.');
  const codec = scalarOf(resolved, placeholder, compiler);
  if (!codec) return undefined;
  const { prefix, suffix } = key.kind === 'template' ? key : { prefix: '', suffix: '' };
  return { codec: withinText(codec, prefix, suffix), field, declaredAt: compiler.placeOf(key.at) };
}

function mapNode(list: List, key: Key, value: Node, declaredAt: string): Node {
  const get = getterOf(list.path);
  const set = setterOf(list.path);
  const encode = (canonical: Canonical): Record<string, unknown> => {
    const wire: Record<string, unknown> = {};
    for (const each of get(canonical) as Canonical[]) {
      const name = String(key.codec.encode(each[key.field]));
      assert(!Object.hasOwn(wire, name), 'the dialect has one key for each element, and two share one');
      put(wire, name, value.encode(each));
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
        mismatch(run, 'an object', wire, declaredAt);
        return;
      }
      const elements: Canonical[] = [];
      run.canonical.push(...list.path);
      for (const [name, content] of Object.entries(wire)) {
        const element: Canonical = {};
        run.keys.push(name);
        run.canonical.push(elements.length);
        const decoded = key.codec.decode(name);
        if (run.origins) noteOrigin(run, [key.field], name, key.declaredAt);
        // A key that would be written otherwise, such as 1.0 for 1, could stand beside its twin.
        if (decoded === undefined || key.codec.encode(decoded) !== name) {
          mismatch(run, `as key, ${key.codec.expected}`, name, key.declaredAt);
        } else element[key.field] = decoded;
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
function describeMap({ codec }: Key, value: JsonSchema): JsonSchema {
  const pattern = keyPattern(textSchema(codec.describe()));
  if (pattern === undefined) return { type: 'object', additionalProperties: value };
  return { type: 'object', patternProperties: { [pattern]: value }, additionalProperties: false };
}

/** A sensor may be called `__proto__`: a plain assignment would lose it. */
function put(wire: Record<string, unknown>, name: string, content: unknown): void {
  if (name !== '__proto__') wire[name] = content;
  else
    Object.defineProperty(wire, name, {
      value: content,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
