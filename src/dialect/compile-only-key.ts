// Compiles `{ "$action(close|open|pulse)": {} }`: an object whose only key says something of what it stands for.
import { AssertionError } from '../kernel/assert.js';
import type { WireObject } from './codec.js';
import type { Compiler } from './compiler.js';
import { addMismatch, startRun } from './decode-run.js';
import { type Node, NOTHING } from './node.js';
import { putAt } from './put.js';
import type { MapSample } from './sample.js';
import type { ShapeScope } from './scope.js';
import { readKey } from './text-key.js';
import { keyPattern, textSchema } from './text-schema.js';

export function compileOnlyKey(sample: MapSample, scope: ShapeScope, compiler: Compiler): Node {
  const key = readKey(sample.key, scope, compiler);
  const value = compiler.compile(sample.value, scope, false);
  if (value.optional) {
    compiler.report(sample.value.at, 'what stands under a key is never absent', 'Leave the ? out.');
  }
  if (!key) return NOTHING;
  const declaredAt = compiler.placeOf(sample.at);
  const pattern = keyPattern(textSchema(key.schema)) ?? '';
  const encode: Node['encode'] = (content) => {
    const name = key.encode(content);
    if (name === undefined) throw new AssertionError(`${declaredAt}: the value of this key is missing`);
    const wire: WireObject = {};
    putAt(wire, name, value.encode(content));
    return wire;
  };
  return {
    optional: false,
    encode,
    write: (content) => JSON.stringify(encode(content)),
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
