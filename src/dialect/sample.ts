// What is wrong with a dialect file: gathered in full while it is read.
import type { Problem } from '../document/problem.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import { escapeKey } from './node.js';
import type { Path, YamlDocument } from '../document/yaml-document.js';

/** Where something stands in the file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Takes down a problem; reading goes on, so that the writer hears of all of them at once. */
export type ReportProblem = (at: Position, message: string, hint?: string) => void;

/** A report that adds to `problems`. */
export function reportTo(problems: Problem[], file: string): ReportProblem {
  return ({ line, column }, message, hint) => {
    problems.push({ file, line, column, message, ...(hint === undefined ? {} : { hint }) });
  };
}

// A sample of the wire as the file shows it, before anybody asks whether it fits the interface.

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

interface SamplePart<K extends string> {
  readonly kind: K;
  readonly at: Position;
}

/** Placeholders with text around them: `relay-${relay.index}`. One text stands before each, and one after all. */
export interface Template extends SamplePart<'template'> {
  readonly texts: readonly string[];
  readonly placeholders: readonly Placeholder[];
}

export type Value = SamplePart<'value'> & { readonly placeholder: Placeholder };

/** Written as it stands, and required as it stands: a scalar, or a list without placeholders. */
export type Literal = SamplePart<'literal'> & { readonly value: unknown };

interface ObjectField {
  readonly name: string;
  readonly sample: Sample;
}

/** `'...': $data`: an object whose fields lie among those around it. */
export type SpreadSample = SamplePart<'spread'> & { readonly value: Value };

export interface ObjectSample extends SamplePart<'object'> {
  readonly fields: readonly ObjectField[];
  readonly spreads: readonly SpreadSample[];
}

/** `[ sample ]`: one element stands for each. */
export type ListSample = SamplePart<'list'> & { readonly element: Sample };

/** `[ sample, sample ]`: each place says something of its own. */
export type RowSample = SamplePart<'row'> & { readonly items: readonly Sample[] };

/** `{ "$relay.index": sample }`: one key stands for each element, or the only key says something itself. */
export type MapSample = SamplePart<'map'> & { readonly key: Value | Template; readonly value: Sample };

/** What could not be read; its problem is reported. */
type Broken = SamplePart<'broken'>;

export type Sample = Value | Template | Literal | ObjectSample | ListSample | RowSample | MapSample | Broken;

/** By shape; one that the file does not show is missing. */
export type Samples = ReadonlyMap<ShapeName, Sample>;

/** The samples that a sample is made of, in the order of the file. */
export function samplesIn(sample: Sample): readonly Sample[] {
  switch (sample.kind) {
    case 'object':
      return [...sample.fields.map((field) => field.sample), ...sample.spreads.map(({ value }) => value)];
    case 'list':
      return [sample.element];
    case 'row':
      return sample.items;
    case 'map':
      return [sample.key, sample.value];
    default:
      return [];
  }
}

/** Every placeholder in the sample, in the order of the file. */
export function placeholdersOf(sample: Sample): readonly Placeholder[] {
  if (sample.kind === 'value') return [sample.placeholder];
  return sample.kind === 'template' ? sample.placeholders : samplesIn(sample).flatMap(placeholdersOf);
}

/** True when a part of the sample could not be read, so that nobody knows what it shows. */
export function isBroken(sample: Sample): boolean {
  return sample.kind === 'broken' || samplesIn(sample).some(isBroken);
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

// From the plain data of a YAML file to a sample, with the place of each part.

/** A sample nests a handful of levels; an anchor that holds itself would nest without end. */
const DEEPEST = 32;

interface Reading {
  readonly document: YamlDocument;
  readonly report: ReportProblem;
}

/** The sample at `path` of the document. What cannot be read is reported, and is a broken part of the sample. */
export function readSample(
  document: YamlDocument,
  path: Path,
  value: unknown,
  report: ReportProblem,
): Sample {
  return read({ document, report }, path, value);
}

function read(reading: Reading, path: Path, value: unknown): Sample {
  const at = reading.document.placeOf(path);
  if (path.length > DEEPEST) return broken(reading, at, `samples nest ${DEEPEST} levels at most`);
  if (typeof value === 'string') return readText(reading, value, at);
  if (Array.isArray(value)) return readList(reading, path, value, at);
  if (typeof value === 'object' && value !== null) return readObject(reading, path, value, at);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value))
    return { kind: 'literal', value, at };
  return broken(reading, at, `JSON has no ${typeof value === 'number' ? value : typeof value}`);
}

function readText(reading: Reading, text: string, at: Position): Sample {
  const parsed = parseText(text, at);
  return parsed.kind === 'misread' ? broken(reading, at, parsed.message, parsed.hint) : parsed;
}

function readList(reading: Reading, path: Path, items: readonly unknown[], at: Position): Sample {
  const samples = items.map((item, index) => read(reading, [...path, index], item));
  if (samples.some(({ kind }) => kind === 'broken')) return { kind: 'broken', at };
  const literals = samples.filter((sample): sample is Literal => sample.kind === 'literal');
  if (literals.length === samples.length)
    return { kind: 'literal', value: literals.map((each) => each.value), at };
  const [element] = samples;
  return element && samples.length === 1
    ? { kind: 'list', element, at }
    : { kind: 'row', items: samples, at };
}

function readObject(reading: Reading, path: Path, value: object, at: Position): Sample {
  const entries = Object.entries(value) as [string, unknown][];
  const fields: ObjectField[] = [];
  const spreads: SpreadSample[] = [];
  let map: MapSample | undefined;
  let fine = true;
  for (const [key, inner] of entries) {
    const keyAt = reading.document.placeOfKey([...path, key]);
    const name = readKey(reading, key, keyAt);
    const sample = read(reading, [...path, key], inner);
    if (key === SPREAD) {
      if (sample.kind === 'value') spreads.push({ kind: 'spread', value: sample, at: keyAt });
      else {
        reading.report(keyAt, `"${SPREAD}" lays the fields of an object among those around it`, SPREAD_FORM);
        fine = false;
      }
    } else if (name === undefined) fine = false;
    else if (typeof name === 'string') fields.push({ name, sample });
    else map = { kind: 'map', key: name, value: sample, at };
  }
  if (!fine) return { kind: 'broken', at };
  if (!map) return { kind: 'object', fields, spreads, at };
  if (entries.length === 1) return map;
  return broken(reading, map.key.at, 'an object whose key is a placeholder has no other keys');
}

/** The key under which an object is shown whose fields lie among those around it. */
const SPREAD = '...';
const SPREAD_FORM = `Write "${SPREAD}": $data, or another field that is an object.`;

/** The name of a field, or the placeholder that stands for the keys. */
function readKey(reading: Reading, key: string, at: Position): string | Value | Template | undefined {
  const parsed = key === '__proto__' ? 'no name for a field' : parseText(key, at);
  if (typeof parsed === 'string') reading.report(at, `"${key}" is ${parsed}`);
  else if (parsed.kind === 'misread') reading.report(at, parsed.message, parsed.hint);
  else return parsed.kind === 'literal' ? String(parsed.value) : parsed;
  return undefined;
}

function broken(reading: Reading, at: Position, message: string, hint?: string): Sample {
  reading.report(at, message, hint);
  return { kind: 'broken', at };
}

// The grammar of a text in a sample: a placeholder, a template with one in it, or plain text.

/** A text that means nothing, with a sentence for the writer. */
interface Misread {
  readonly kind: 'misread';
  readonly message: string;
  readonly hint: string;
}

const NAME = '[A-Za-z_]\\w*';
const PATH = `${NAME}(?:\\.${NAME})*`;
const MODIFIER = '\\?|:[A-Za-z0-9]+(?:\\.\\d+)?|\\([^()]*\\)';
const BODY = new RegExp(`^(${PATH}(?:\\+${PATH})*)((?:${MODIFIER})*)$`);
const MODIFIERS = new RegExp(MODIFIER, 'g');
/** `${...}` in braces, an escaped dollar, or a dollar that means nothing. */
const DOLLAR = /\$\{([^}]*)\}|\$\$|\$/g;

const FORMS = 'Placeholders look like $name, $name?, $name:hex, "$name(yes|no)", and ${name} within text.';

/** Reads a text of the sample; `$$` stands for a dollar sign. */
function parseText(text: string, at: Position): Value | Template | Literal | Misread {
  if (text.startsWith('$') && !text.startsWith('$$') && !text.startsWith('${')) {
    const placeholder = parsePlaceholder(text.slice(1), at);
    if (placeholder.kind === 'misread') return placeholder;
    return { kind: 'value', placeholder: placeholder.placeholder, at };
  }
  return parseTemplate(text, at);
}

function parseTemplate(text: string, at: Position): Template | Literal | Misread {
  const placeholders: Placeholder[] = [];
  const texts: string[] = [];
  let tail = '';
  let from = 0;
  for (const match of text.matchAll(DOLLAR)) {
    tail += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[0] === '$$') tail += '$';
    else if (match[1] === undefined) return misread(`a lone $ in "${text}"`, `${FORMS} A dollar sign is $$.`);
    else {
      const inner = parsePlaceholder(match[1], at);
      if (inner.kind === 'misread') return inner;
      placeholders.push(inner.placeholder);
      texts.push(tail);
      tail = '';
    }
  }
  tail += text.slice(from);
  if (placeholders.length === 0) return { kind: 'literal', value: tail, at };
  return { kind: 'template', texts: [...texts, tail], placeholders, at };
}

function parsePlaceholder(body: string, at: Position): Misread | { kind: 'read'; placeholder: Placeholder } {
  const match = BODY.exec(body);
  if (!match) return misread(`"$${body}" is no placeholder`, FORMS);
  const [path = '', ...others] = (match[1] ?? '').split('+');
  const modifiers = match[2]?.match(MODIFIERS) ?? [];
  const lists = modifiers.filter((modifier) => modifier.startsWith('('));
  const encodings = modifiers.filter((modifier) => modifier.startsWith(':'));
  const marks = modifiers.filter((modifier) => modifier === '?');
  if (lists.length > 1 || marks.length > 1 || new Set(encodings).size < encodings.length) {
    return misread(`"$${body}" says the same thing twice`, FORMS);
  }
  const words = lists[0]
    ?.slice(1, -1)
    .split('|')
    .map((word) => word.trim());
  const placeholder: Placeholder = {
    name: `$${[path, ...others].join('+')}`,
    path: path.split('.'),
    others: others.map((other) => beside(path.split('.'), other.split('.'))),
    optional: marks.length > 0,
    encodings: encodings.map((encoding) => encoding.slice(1)),
    words,
    at,
  };
  return { kind: 'read', placeholder };
}

/** `$relay.on+jogging` speaks of `relay.jogging`. */
function beside(first: readonly string[], other: readonly string[]): readonly string[] {
  return other.length === 1 ? [...first.slice(0, -1), ...other] : other;
}

function misread(message: string, hint: string): Misread {
  return { kind: 'misread', message, hint };
}
