// Compiles all channels of a kind in one scalar: `"0110"` (`$input.active:bits`), `5` (`$relay.on:mask`) with their
// number beside it (`$relay:count`).
import { AssertionError } from '../kernel/assert.js';
import { accessTo, addMismatch, type Canonical, type Node, noneOf, noteOrigin, NOTHING } from './node.js';
import { valuesOf } from './choose-scalar.js';
import { type Compiler, markShown, type ShapeScope, type Together } from './scope.js';
import { inOrder, putAll } from './compile-list.js';
import type { Placeholder, Value } from './sample.js';
import { fieldAt, isComplete, type ListField, listsOf } from './schema-facts.js';

export const CHANNEL_ENCODINGS = ['bits', 'bitsFromRight', 'mask', 'count'];

export function speaksOfChannels(scope: ShapeScope, { path, encodings }: Placeholder): boolean {
  return listNamed(scope, path) !== undefined && encodings.some((each) => CHANNEL_ENCODINGS.includes(each));
}

function listNamed(scope: ShapeScope, [word]: readonly string[]): ListField | undefined {
  return scope.word === undefined ? listsOf(scope.schema).find((list) => list.word === word) : undefined;
}

export function compileChannels({ placeholder }: Value, scope: ShapeScope, compiler: Compiler): Node {
  const list = listNamed(scope, placeholder.path);
  const [encoding] = placeholder.encodings;
  if (!list) return NOTHING;
  if (!isFit(placeholder, list, compiler)) {
    scope.meant.add(list.path.join('.'));
    return NOTHING;
  }
  const at = { list, place: compiler.placeOf(placeholder.at) };
  const field = placeholder.path[1] ?? '';
  if (encoding === 'count' || encoding === 'mask')
    return halfNode(at, encoding, field, halvesOf(list, scope, placeholder, compiler));
  markShown(scope, list.path, `the list of $${list.word}`, placeholder.at, compiler.report);
  return bitsNode(at, field, placeholder);
}

function isFit(
  { name, path, encodings, words, optional, at }: Placeholder,
  list: ListField,
  compiler: Compiler,
): boolean {
  const { report, settings } = compiler;
  const [encoding, second] = encodings;
  const field = fieldAt(list.element, path.slice(1));
  const refused = (message: string, hint: string): false => {
    report(at, message, hint);
    return false;
  };
  if (second !== undefined)
    return refused(`${name} has two encodings, :${encoding} and :${second}`, 'Leave one out.');
  if (!isComplete(list)) return refused(`${name} does not have every channel`, 'Use it within [ … ].');
  if (optional) return refused(`${name} is never absent`, 'Leave the ? out.');
  if (encoding === 'count') {
    return path.length === 1 || refused(`:count counts $${list.word}`, `Write $${list.word}:count.`);
  }
  const values = field && valuesOf(field.schema, settings);
  if (values?.length !== 2 || values[0] !== true || field?.optional) {
    return refused(`:${encoding} does not fit ${name}, which is not true or false`, 'Use it within [ … ].');
  }
  if (words && (encoding === 'mask' || !areSigns(words))) {
    return refused(`the words of ${name} are not two different characters`, 'For example (1|0).');
  }
  return true;
}

function areSigns(words: readonly string[]): boolean {
  return words.length === 2 && words.every((word) => word.length === 1) && words[0] !== words[1];
}

interface Place {
  readonly list: ListField;
  readonly place: string;
}

function bitsNode(
  { list, place }: Place,
  field: string,
  { words = ['1', '0'], encodings }: Placeholder,
): Node {
  const { get } = accessTo(list.path);
  const [yes = '1', no = '0'] = words;
  const fromRight = encodings.includes('bitsFromRight');
  const turned = <T>(items: readonly T[]): readonly T[] => (fromRight ? items.toReversed() : items);
  const encode = (value: Canonical): string => {
    const elements = inOrder(get(value) as Canonical[], list);
    return turned(elements.map((each) => (each[field] === true ? yes : no))).join('');
  };
  return {
    optional: false,
    ...noneOf(list),
    write: (value) => JSON.stringify(encode(value)),
    describe: () => ({ type: 'string', pattern: `^[${literally(yes)}${literally(no)}]*$` }),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, place);
      const signs = typeof wire === 'string' ? turned(wire.split('')) : undefined;
      const values = signs?.map((sign) => sign === yes);
      if (values && signs?.every((sign) => sign === yes || sign === no)) putAll(list, into, field, values);
      else addMismatch(run, `a text of ${yes} and ${no}, one for each ${list.word}`, wire, place);
    },
  };
}

function literally(sign: string): string {
  return /[\\\]^-]/.test(sign) ? `\\${sign}` : sign;
}

/** As many as a number carries without loss. */
const MOST_BITS = 53;

/** The mask of a list and how many it has: neither says all. */
interface Halves extends Together {
  /** The field that the mask is of; empty where no mask is shown. */
  field: string;
  counted: boolean;
  readonly came: WeakMap<Canonical, { readonly mask?: number; readonly count?: number }>;
}

function halvesOf(list: ListField, scope: ShapeScope, { name, at }: Placeholder, compiler: Compiler): Halves {
  const key = list.path.join('.');
  const known = scope.together.get(key) as Halves | undefined;
  if (known) return known;
  markShown(scope, list.path, `the list of $${list.word}`, at, compiler.report);
  const place = compiler.placeOf(at);
  const halves: Halves = {
    field: '',
    counted: false,
    came: new WeakMap(),
    close: (report) => {
      if (halves.field === '')
        report(at, `${name} says how many, and nothing says which`, 'Show a :mask as well.');
      const hint = `Show how many there are as well: $${list.word}:count.`;
      if (!halves.counted) report(at, `${name} does not say how many there are`, hint);
      return (into, run) => {
        const { mask, count } = halves.came.get(into) ?? {};
        if (mask === undefined || count === undefined) return;
        const bits = Array.from({ length: count }, (_, nth) => Math.floor(mask / 2 ** nth) % 2 === 1);
        if (mask < 2 ** count) putAll(list, into, halves.field, bits);
        else addMismatch(run, `a mask of ${count} bits`, mask, place);
      };
    },
  };
  scope.together.set(key, halves);
  return halves;
}

function halfNode({ list, place }: Place, half: 'mask' | 'count', field: string, halves: Halves): Node {
  const { get } = accessTo(list.path);
  const isMask = half === 'mask';
  if (isMask) halves.field = field;
  else halves.counted = true;
  const most = isMask ? Number.MAX_SAFE_INTEGER : MOST_BITS;
  const expected = isMask
    ? 'a mask of bits, as a whole number'
    : `how many ${list.word}s, ${MOST_BITS} at most`;
  const encode = (elements: readonly Canonical[]): number => {
    if (!isMask) return elements.length;
    if (elements.length > MOST_BITS) throw new AssertionError(`a mask has ${MOST_BITS} bits at most`);
    const bits = inOrder(elements, list).map((each) => each[field] === true);
    return bits.reduce((mask, bit, nth) => (bit ? mask + 2 ** nth : mask), 0);
  };
  return {
    optional: false,
    write: (value) => String(encode(get(value) as Canonical[])),
    describe: () =>
      isMask
        ? { type: 'integer', minimum: 0, description: `bit 0 is the first ${list.word}` }
        : { type: 'integer', minimum: 0, maximum: most, description: `how many ${list.word}s` },
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, list.path, wire, place);
      const fits = Number.isSafeInteger(wire) && (wire as number) >= 0 && (wire as number) <= most;
      if (fits) halves.came.set(into, { ...halves.came.get(into), [half]: wire });
      else addMismatch(run, expected, wire, place);
    },
  };
}
