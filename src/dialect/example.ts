// Samples to start from, for the hints of problems: what a writer could put where something is missing.
import { z } from 'zod';
import { fieldsOf, type ListField, listsOf, shapeOf } from './schema-facts.js';

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
