// Compiles `[ sample, sample ]`: a list of the wire in which each place has a meaning of its own: `[1, "ON"]`.
import type { Compiler } from './compiler.js';
import { addMismatch } from './decode-run.js';
import { type Canonical, type Node, NOTHING } from './node.js';
import { type Placeholder, placeholdersOf, type RowSample } from './sample.js';
import { listsOf } from './schema-facts.js';
import type { ShapeScope } from './scope.js';

/** What has no value is written as null; when reading it may also be missing at the end. Further places are ignored. */
export function compileRow(sample: RowSample, scope: ShapeScope, compiler: Compiler): Node {
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
    encode: (value) => items.map((item) => item.encode(value) ?? null),
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
