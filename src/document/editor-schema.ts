// The JSON Schema (draft 2020-12) of a kind of file, by which editors complete, explain and check it.
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, object>>;
};

/** Where the schemas of the published package are; a program finds them beside itself, in the folder `schemas`. */
const PUBLISHED = 'https://unpkg.com/relaybench/schemas/';

/** @param name what the file of the schema is called, without `.schema.json`. */
export function schemaAddress(name: string): string {
  return `${PUBLISHED}${schemaFile(name)}`;
}

export function schemaFile(name: string): string {
  return `${name}.schema.json`;
}

/** @param title what editors call the file. */
export function editorSchema(name: string, title: string, schema: z.ZodType): JsonSchema {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { ...written, $id: schemaAddress(name), title } as JsonSchema;
}
