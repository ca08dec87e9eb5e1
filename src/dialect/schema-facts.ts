// What the canonical schemas say of a shape: its fields, its lists, and which of them must be shown.
import * as z from 'zod';
import type { DeviceGroup } from './dialect.js';
import { ELEMENT_WORDS, SHAPE_NAMES, type ShapeName, SHAPES } from '../contract/schemas/shapes.js';

export interface Field {
  /** Without the mark of being optional. */
  readonly schema: z.core.$ZodType;
  readonly optional: boolean;
}

/** A list inside a shape: `path` leads to it, and a sample speaks of its elements by `word`. */
export interface ListField {
  readonly word: string;
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly element: z.ZodObject;
}

/** The field by which no two elements are alike, and which may therefore be a key. Changes have none. */
const KEYS: Readonly<Record<string, string>> = {
  relay: 'index',
  input: 'index',
  analog: 'index',
  sensor: 'key',
  device: 'deviceId',
  profile: 'profileId',
};

const SHAPE_OF = new Map<z.core.$ZodType, ShapeName>(SHAPE_NAMES.map((name) => [SHAPES[name], name]));

export function keyOf(word: string): string | undefined {
  return Object.hasOwn(KEYS, word) ? KEYS[word] : undefined;
}

/** The shape that a schema belongs to, when it has one of its own. */
export function shapeOf(schema: z.core.$ZodType): ShapeName | undefined {
  return SHAPE_OF.get(schema);
}

/** The field at `path`; an empty path is the object itself. */
export function fieldAt(schema: z.ZodObject, path: readonly string[]): Field | undefined {
  let field: Field = { schema, optional: false };
  for (const name of path) {
    const next = field.schema instanceof z.ZodObject ? ownField(field.schema, name) : undefined;
    if (!next) return undefined;
    field = { schema: next.schema, optional: field.optional || next.optional };
  }
  return field;
}

/** The lists of a shape, also those within its objects. */
export function listsOf(schema: z.ZodObject, path: readonly string[] = []): ListField[] {
  return fieldsOf(schema).flatMap(([name, field]) => {
    const here = [...path, name];
    if (field.schema instanceof z.ZodObject) return listsOf(field.schema, here);
    const word = ELEMENT_WORDS.get(field.schema);
    const element = field.schema instanceof z.ZodArray ? field.schema.element : undefined;
    if (word === undefined || !(element instanceof z.ZodObject)) return [];
    return [{ word, path: here, schema: field.schema, element }];
  });
}

/** Every path that a placeholder may name, lists left out. */
export function pathsOf(schema: z.ZodObject, path: readonly string[] = []): string[][] {
  return fieldsOf(schema).flatMap(([name, field]) => {
    const here = [...path, name];
    if (field.schema instanceof z.ZodArray) return [];
    if (!(field.schema instanceof z.ZodObject)) return [here];
    const inner = pathsOf(field.schema, here);
    return shapeOf(field.schema) === undefined ? inner : [here, ...inner];
  });
}

/** Paths of fields that every value has, and that `isShown` does not know; an object counts as its shape. */
export function missingFrom(
  schema: z.ZodObject,
  isShown: (path: readonly string[], partly: boolean) => boolean,
  path: readonly string[] = [],
): string[][] {
  return fieldsOf(schema).flatMap(([name, field]) => {
    const here = [...path, name];
    if ((field.optional && !groupOf(field.schema)) || isShown(here, false)) return [];
    if (!(field.schema instanceof z.ZodObject)) return [here];
    if (shapeOf(field.schema) !== undefined && !isShown(here, true)) return [here];
    return missingFrom(field.schema, isShown, here);
  });
}

function fieldsOf(schema: z.ZodObject): [string, Field][] {
  return Object.entries(shapeFields(schema)).map(([name, inner]) => [name, unwrap(inner)]);
}

function ownField(schema: z.ZodObject, name: string): Field | undefined {
  const fields = shapeFields(schema);
  const inner = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return inner && unwrap(inner);
}

/** A shape's fields, without the `any` that an object schema of no particular shape has. */
function shapeFields(schema: z.ZodObject): Readonly<Record<string, z.core.$ZodType>> {
  return schema.shape;
}

function unwrap(schema: z.core.$ZodType): Field {
  if (schema instanceof z.ZodOptional) return { schema: schema.unwrap(), optional: true };
  return { schema, optional: false };
}

/** Lists that have every channel of a device, so that the place of an element can be its index. */
const COMPLETE: ReadonlySet<z.core.$ZodType> = new Set([
  SHAPES.peripherals.shape.relays,
  SHAPES.peripherals.shape.digitalInputs,
  SHAPES.peripherals.shape.analogInputs,
  SHAPES.deviceConfig.shape.relays,
]);

export function isComplete({ schema }: ListField): boolean {
  return COMPLETE.has(schema);
}

const { relays, digitalInputs, analogInputs, sensors } = SHAPES.peripherals.shape;

/** What a device may have none of. */
const GROUPS: ReadonlyMap<z.core.$ZodType, DeviceGroup> = new Map<z.core.$ZodType, DeviceGroup>([
  [relays, 'relays'],
  [digitalInputs, 'digitalInputs'],
  [analogInputs, 'analogInputs'],
  [sensors, 'sensors'],
  [SHAPES.deviceConfig.shape.relays, 'relays'],
  [unwrap(SHAPES.deviceConfig.shape.baudRate).schema, 'baudRate'],
]);

export function groupOf(schema: z.core.$ZodType): DeviceGroup | undefined {
  return GROUPS.get(schema);
}

// Samples to start from, for the hints of problems: what a writer could put where something is missing.

/** `{ ticket: $ticket, expiresIn: $expiresIn? }`. */
export function exampleOfObject(schema: z.ZodObject, path: readonly string[] = []): string {
  const lists = listsOf(schema);
  const fields = fieldsOf(schema).map(([name, field]) => {
    const here = [...path, name];
    const list = lists.find((each) => each.path.length === 1 && each.path[0] === name);
    if (list) return exampleOfList(list);
    if (field.schema instanceof z.ZodObject && shapeOf(field.schema) === undefined) {
      return `${name}: ${exampleOfObject(field.schema, here)}`;
    }
    return `${name}: $${here.join('.')}${field.optional ? '?' : ''}`;
  });
  return `{ ${fields.join(', ')} }`;
}

/** `relays: [ { index: $relay.index, on: $relay.on } ]`. */
export function exampleOfList({ word, path, element }: ListField): string {
  const each = shapeOf(element) === undefined ? exampleOfObject(element, [word]) : `$${word}`;
  return `${path.at(-1)}: [ ${each} ]`;
}
