// A compiled part of a sample: closures that carry values between the canonical model and the wire.
import type { Description, DeviceGroup, Mismatch, ShapeSchema } from './dialect.js';
import { groupOf, type ListField } from './schema-facts.js';
import type { WireValue } from './scalar-codec.js';

/** A canonical object: a shape's value or an element of one of its lists. */
export type Canonical = Record<string, unknown>;

export interface Node {
  /** Whether the wire may do without it: then `write` may give undefined, and absent or null is not decoded. */
  readonly optional: boolean;
  /** What a device may have none of, where it shows nothing else: absent or null stands for none, and is put so. */
  readonly none?: NoneOf;
  /** The wire's form of what this part shows of `value`, as JSON, without building the objects in between. */
  write(value: Canonical): string | undefined;
  /**
   * The same in parts, for values whose list is no array but made as it is walked. Absent where a sample needs the whole
   * list at once.
   */
  parts?(value: Canonical): Iterable<string>;
  /** What `write` gives, other than undefined. */
  describe(how: Description): ShapeSchema;
  /** Puts what `wire` says into `into`; tells the run what does not fit. */
  decode(wire: unknown, into: Canonical, run: DecodeRun): void;
}

export interface NoneOf {
  readonly groups: readonly DeviceGroup[];
  put(into: Canonical): void;
}

/** Stands in for a part that has a problem, so that the rest can be looked at. */
export const NOTHING: Node = {
  optional: false,
  write: () => undefined,
  describe: () => ({}),
  decode: () => undefined,
};

// One run of a decoder: where it is in the data, and what it found that does not fit.

/** Where a canonical field came from; `canonical` is its path in the canonical value. */
export interface FieldOrigin {
  readonly canonical: readonly PropertyKey[];
  readonly pointer: string;
  readonly wire: unknown;
  readonly declaredAt: string;
}

export type DecodeRun = ReturnType<typeof startRun>;

/** @param start JSON Pointer of the data in the whole message. */
export function startRun(start: string, origins?: FieldOrigin[]) {
  return {
    /** The keys that lead to the data at hand. */
    keys: [] as (string | number)[],
    /** The canonical path of the object that is being filled. */
    canonical: [] as PropertyKey[],
    mismatches: [] as Mismatch[],
    /** How many of the parts around the data at hand may be absent. */
    optional: 0,
    /** Filled only by a run that is to explain what the canonical schema objects to. */
    origins,
    start,
  };
}

function pointerOf(run: DecodeRun): string {
  return run.keys.reduce<string>((pointer, key) => `${pointer}/${escapeKey(String(key))}`, run.start);
}

export function addMismatch(run: DecodeRun, expected: string, wire: unknown, declaredAt: string): void {
  const found = { pointer: pointerOf(run), expected, actual: shown(wire), declaredAt };
  run.mismatches.push(run.optional > 0 ? { ...found, optional: true } : found);
}

/** What was found since then is that something is absent of which the device may have none. */
export function bearNone(run: DecodeRun, since: number, { groups, put }: NoneOf, into: Canonical): void {
  const found = run.mismatches.splice(since);
  run.mismatches.push(...found.map((each): Mismatch => ({ ...each, optional: true, none: groups })));
  put(into);
}

/** Whoever has no relay may leave out the list of relays. */
export function noneOf({ schema, path }: Pick<ListField, 'schema' | 'path'>): Pick<Node, 'none'> {
  const group = groupOf(schema);
  return group ? { none: { groups: [group], put: (into) => accessTo(path).set(into, []) } } : {};
}

/** Notes where the canonical field at `path` of the object at hand comes from. */
export function noteOrigin(run: DecodeRun, path: readonly string[], wire: unknown, declaredAt: string): void {
  run.origins?.push({ canonical: [...run.canonical, ...path], pointer: pointerOf(run), wire, declaredAt });
}

const LONGEST_SHOWN = 60;

/** Data of the wire in short, for a person. */
export function shown(wire: unknown): string {
  if (wire === undefined) return 'nothing';
  const text = JSON.stringify(wire) ?? typeof wire;
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN - 1)}…`;
}

// Reads and writes a field of a canonical value, also one that lies deeper.

type Getter = (value: Canonical) => unknown;
type Setter = (value: Canonical, field: unknown) => void;

export type FieldAccess = ReturnType<typeof accessTo>;

/** Reads and writes the field of a canonical value at the path. */
export function accessTo(path: readonly string[]) {
  return { get: getterOf(path), set: setterOf(path) };
}

/** Undefined when an object on the way is missing. An empty path gives the value itself. */
function getterOf(path: readonly string[]): Getter {
  const [first, second, ...deeper] = path;
  if (first === undefined) return (value) => value;
  if (second === undefined) return (value) => value[first];
  const inner = getterOf([second, ...deeper]);
  return (value) => {
    const next = value[first];
    return next === undefined ? undefined : inner(next as Canonical);
  };
}

/** Makes the objects on the way. An empty path copies the fields into the value itself. */
function setterOf(path: readonly string[]): Setter {
  const [first, second, ...deeper] = path;
  if (first === undefined) return (value, field) => void Object.assign(value, field);
  if (second === undefined) {
    return (value, field) => {
      value[first] = field;
    };
  }
  const inner = setterOf([second, ...deeper]);
  return (value, field) => {
    const next = (value[first] ??= {});
    inner(next as Canonical, field);
  };
}

// JSON Pointers (RFC 6901).

/** A key as one part of a pointer. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

// Scalars as JSON. Most texts need no escaping, and finding that out is cheaper than `JSON.stringify`.

/** No quote, no backslash, no control character, and no half of a surrogate pair. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

export function quotedJson(text: string): string {
  return NEEDS_NO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
}

export function scalarText(value: WireValue): string {
  return typeof value === 'string' ? quotedJson(value) : JSON.stringify(value);
}

// Lists as JSON in parts.

/** Elements of one part: ten kilobytes of text, and a fraction of a millisecond of work. */
const ELEMENTS_IN_PART = 100;

export function* listParts(
  elements: Iterable<Canonical>,
  write: (element: Canonical) => string,
): Generator<string> {
  let texts: string[] = [];
  let before = '[';
  for (const element of elements) {
    texts.push(write(element));
    if (texts.length < ELEMENTS_IN_PART) continue;
    yield before + texts.join(',');
    texts = [];
    before = ',';
  }
  // Nothing stands between the brackets of an empty list, nor after the last full part.
  yield texts.length === 0 ? `${before === '[' ? '[' : ''}]` : `${before}${texts.join(',')}]`;
}

// Texts of values that are final: a value that is frozen never changes, nor does anything in it, and is written the same
// way each time.

/** Of one writer; the oldest are forgotten. */
const MOST_REMEMBERED = 4096;

/** @param write gives the text of a value; undefined where the value is left out. */
export function rememberingFrozen<T extends object, Text extends string | undefined>(
  write: (value: T) => Text,
): (value: T) => Text {
  const known = new Map<T, Text>();
  return (value) => {
    if (!Object.isFrozen(value)) return write(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = write(value);
    if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value as T);
    known.set(value, text);
    return text;
  };
}
