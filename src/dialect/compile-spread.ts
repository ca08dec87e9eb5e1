// Compiles `'...': $data`: an object whose fields lie among those of the object around it.
import { assert } from '../kernel/assert.js';
import type { WireObject } from './codec.js';
import type { Compiler } from './compiler.js';
import type { Description, ShapeSchema } from './json-schema.js';
import type { Canonical, Node } from './node.js';
import { putAt } from './put.js';
import type { ObjectSample, SpreadSample } from './sample.js';
import type { ShapeScope } from './scope.js';

/** @param around the object without what is spread. */
export function withSpread(
  around: Node,
  { value: sample, at }: SpreadSample,
  { fields }: ObjectSample,
  scope: ShapeScope,
  compiler: Compiler,
): Node {
  const content = compiler.compile(sample, scope, false);
  const names = new Set(fields.map(({ name }) => name));
  if (content.optional) compiler.report(at, `${sample.placeholder.name} is never absent`, 'Leave the ? out.');
  const encode = (value: Canonical): WireObject => {
    const wire = around.encode(value) as WireObject;
    const inner = content.encode(value);
    assert(isPlainObject(inner), `${compiler.placeOf(at)}: only the fields of an object can lie here`);
    for (const [name, each] of Object.entries(inner)) {
      assert(!Object.hasOwn(wire, name), `${compiler.placeOf(at)}: ${name} is the name of two fields`);
      putAt(wire, name, each);
    }
    return wire;
  };
  return {
    optional: false,
    encode,
    write: (value) => JSON.stringify(encode(value)),
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
