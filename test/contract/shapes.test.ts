import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as scalars from '../../src/contract/schemas/scalars.js';
import { ELEMENT_WORDS, FIXED_NAMES, SHAPE_NAMES, SHAPES } from '../../src/contract/schemas/shapes.js';

/** Whether the dotted name leads to a field of the schema. */
function hasField(schema: unknown, name: string): boolean {
  const [first = '', ...rest] = name.split('.');
  if (schema instanceof z.ZodOptional) return hasField(schema.unwrap(), name);
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, first)) return false;
  return rest.length === 0 || hasField(schema.shape[first], rest.join('.'));
}

/** Every list of objects inside the schema, with where it is. */
function listsIn(schema: unknown, path: string): { path: string; list: z.core.$ZodType }[] {
  if (schema instanceof z.ZodOptional) return listsIn(schema.unwrap(), path);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => listsIn(field, `${path}.${name}`));
  }
  if (!(schema instanceof z.ZodArray)) return [];
  return [{ path, list: schema }, ...listsIn(schema.element, `${path}[]`)];
}

describe('the shapes that a dialect spells out', () => {
  it('have a word for the elements of each of their lists', () => {
    const lists = SHAPE_NAMES.flatMap((name) => listsIn(SHAPES[name], name));
    expect(lists.length).toBeGreaterThan(5);
    expect(lists.filter(({ list }) => !ELEMENT_WORDS.has(list)).map(({ path }) => path)).toEqual([]);
  });

  it('have the fields whose names the interface fixes', () => {
    const missing = SHAPE_NAMES.flatMap((shape) =>
      (FIXED_NAMES[shape] ?? []).filter((name) => !hasField(SHAPES[shape], name)),
    );
    expect(missing).toEqual([]);
  });
});

describe('the marks of scalars', () => {
  it('say what a dialect may write differently', () => {
    expect(scalars.wireKindOf(scalars.channelIndex)).toBe('index');
    expect(scalars.wireKindOf(scalars.bytes)).toBe('bytes');
    expect(scalars.wireKindOf(scalars.durationMs)).toBe('duration');
    expect(scalars.wireKindOf(scalars.timestamp)).toBe('timestamp');
    expect(scalars.wireKindOf(scalars.commandStatus)).toBe('commandStatus');
  });

  it('are not on what travels as it is', () => {
    expect(scalars.wireKindOf(z.string())).toBeUndefined();
    expect(scalars.wireKindOf(z.boolean())).toBeUndefined();
  });
});
