// Words of a file that mean something each: a schema that takes them, with what editors show beside every one.
import { z } from 'zod';

/** Words with a sentence each; the order is the one in which editors list them. */
export type Explanations = Readonly<Record<string, string>>;

/** One of the words, and nothing else. */
export function explained<const W extends Explanations>(words: W): z.ZodEnum<{ [K in keyof W & string]: K }> {
  const names = Object.keys(words) as (keyof W & string)[];
  return z.enum(names).meta({ enumDescriptions: Object.values(words) }) as never;
}

/** For a text whose words are checked elsewhere, by somebody who can say which one is near: `z.string().meta(…)`. */
export function wordsOf(words: Explanations): { enum: string[]; enumDescriptions: string[] } {
  return { enum: Object.keys(words), enumDescriptions: Object.values(words) };
}
