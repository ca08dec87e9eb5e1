// Words of a file that mean something each: a schema that takes them, with what editors show beside every one.
import { z } from 'zod';

/** Words with a sentence each; the order is the one in which editors list them. */
export type Explanations = Readonly<Record<string, string>>;

/** One of the words, and nothing else. */
export function explained<W extends string>(words: Readonly<Record<W, string>>): z.ZodEnum<{ [K in W]: K }> {
  return z.enum(Object.keys(words) as W[]).meta({ enumDescriptions: Object.values(words) });
}

/** For a text whose words are checked elsewhere, by somebody who can say which one is near: `z.string().meta(…)`. */
export function explainedWords(words: Explanations): { anyOf: { const: string; description: string }[] } {
  return { anyOf: Object.entries(words).map(([word, description]) => ({ const: word, description })) };
}
