// A sample of the wire as the file shows it, before anybody asks whether it fits the interface.
import type { ShapeName } from '../contract/schemas/shapes.js';
import { escapeKey } from './pointer.js';
import type { Position } from './problems.js';

/** `$relay.on?:string(AN|AUS)`: a field of the canonical value, and how the wire writes it. */
export interface Placeholder {
  /** As the problems quote it: `$relay.on`. */
  readonly name: string;
  readonly path: readonly string[];
  /** `$online+powered(...)`: further fields that the same word tells. */
  readonly others: readonly (readonly string[])[];
  readonly optional: boolean;
  readonly encodings: readonly string[];
  readonly words: readonly string[] | undefined;
  readonly at: Position;
}

/** Placeholders with text around them: `relay-${relay.index}`. One text stands before each, and one after all. */
export interface Template {
  readonly kind: 'template';
  readonly texts: readonly string[];
  readonly placeholders: readonly Placeholder[];
  readonly at: Position;
}

export interface Value {
  readonly kind: 'value';
  readonly placeholder: Placeholder;
  readonly at: Position;
}

/** Written as it stands, and required as it stands: a scalar, or a list without placeholders. */
export interface Literal {
  readonly kind: 'literal';
  readonly value: unknown;
  readonly at: Position;
}

export interface ObjectField {
  readonly name: string;
  readonly sample: Sample;
}

/** `'...': $data`: an object whose fields lie among those around it. */
export interface SpreadSample {
  readonly kind: 'spread';
  readonly value: Value;
  readonly at: Position;
}

export interface ObjectSample {
  readonly kind: 'object';
  readonly fields: readonly ObjectField[];
  readonly spreads: readonly SpreadSample[];
  readonly at: Position;
}

/** `[ sample ]`: one element stands for each. */
export interface ListSample {
  readonly kind: 'list';
  readonly element: Sample;
  readonly at: Position;
}

/** `[ sample, sample ]`: each place says something of its own. */
export interface RowSample {
  readonly kind: 'row';
  readonly items: readonly Sample[];
  readonly at: Position;
}

/** `{ "$relay.index": sample }`: one key stands for each element, or the only key says something itself. */
export interface MapSample {
  readonly kind: 'map';
  readonly key: Value | Template;
  readonly value: Sample;
  readonly at: Position;
}

/** What could not be read; its problem is reported. */
export interface Broken {
  readonly kind: 'broken';
  readonly at: Position;
}

export type Sample = Value | Template | Literal | ObjectSample | ListSample | RowSample | MapSample | Broken;

/** By shape; one that the file does not show is missing. */
export type Samples = ReadonlyMap<ShapeName, Sample>;

/** Every placeholder in the sample, in the order of the file. */
export function placeholdersOf(sample: Sample): Placeholder[] {
  switch (sample.kind) {
    case 'value':
      return [sample.placeholder];
    case 'template':
      return [...sample.placeholders];
    case 'object':
      return [...sample.fields.map((field) => field.sample), ...spreadValues(sample)].flatMap(placeholdersOf);
    case 'list':
      return placeholdersOf(sample.element);
    case 'row':
      return sample.items.flatMap(placeholdersOf);
    case 'map':
      return [sample.key, sample.value].flatMap(placeholdersOf);
    case 'literal':
    case 'broken':
      return [];
  }
}

function spreadValues({ spreads }: ObjectSample): readonly Sample[] {
  return spreads.map(({ value }) => value);
}

/** True when a part of the sample could not be read, so that nobody knows what it shows. */
export function isBroken(sample: Sample): boolean {
  switch (sample.kind) {
    case 'object':
      return sample.fields.some((field) => isBroken(field.sample));
    case 'list':
      return isBroken(sample.element);
    case 'row':
      return sample.items.some(isBroken);
    case 'map':
      return isBroken(sample.value);
    default:
      return sample.kind === 'broken';
  }
}

/** Where the wire has the field of a placeholder, as a JSON Pointer; lists are not looked into. */
export function pointerTo(sample: Sample, name: string): string | undefined {
  if (sample.kind === 'value') return sample.placeholder.name === name ? '' : undefined;
  if (sample.kind === 'row') {
    const places = sample.items.map((item, place) => ({ place, inner: pointerTo(item, name) }));
    const found = places.find(({ inner }) => inner !== undefined);
    return found && `/${found.place}${found.inner}`;
  }
  if (sample.kind !== 'object') return undefined;
  if (sample.spreads.some(({ value }) => value.placeholder.name === name)) return '';
  for (const field of sample.fields) {
    const inner = pointerTo(field.sample, name);
    if (inner !== undefined) return `/${escapeKey(field.name)}${inner}`;
  }
  return undefined;
}

/**
 * The names of all fields, those of shapes within it left out.
 * @param field only of those that show this field of the canonical value; a key that shows it counts under the name
 * of its object.
 */
export function namesIn(sample: Sample, field?: string, under?: string): string[] {
  const shows = (each: Sample): boolean =>
    field === undefined || placeholdersOf(each).some(({ name }) => name === `$${field}`);
  const own = under !== undefined && shows(sample) ? [under] : [];
  switch (sample.kind) {
    case 'object': {
      const inner = sample.fields.flatMap((each) => namesIn(each.sample, field, each.name));
      return field === undefined ? [...own, ...inner] : inner;
    }
    case 'list':
      return namesIn(sample.element, field, under);
    case 'row':
      return [...new Set(sample.items.flatMap((item) => namesIn(item, field, under)))];
    case 'map':
      return shows(sample.key) ? own : namesIn(sample.value, field, under);
    default:
      return own;
  }
}
