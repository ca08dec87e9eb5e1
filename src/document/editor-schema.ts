// The JSON Schema (draft 2020-12) of a kind of file, by which editors complete, explain and check it.
import * as z from 'zod';

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

// Words of a file that mean something each: a schema that takes them, with what editors show beside every one.

/** Words with a sentence each; the order is the one in which editors list them. */
type Explanations = Readonly<Record<string, string>>;

/** One of the words, and nothing else. */
export function explained<W extends string>(words: Readonly<Record<W, string>>): z.ZodEnum<{ [K in W]: K }> {
  return z.enum(Object.keys(words) as W[]).meta({ enumDescriptions: Object.values(words) });
}

/** For a text whose words are checked elsewhere, by somebody who can say which one is near: `z.string().meta(…)`. */
export function explainedWords(words: Explanations): { anyOf: { const: string; description: string }[] } {
  return { anyOf: Object.entries(words).map(([word, description]) => ({ const: word, description })) };
}
