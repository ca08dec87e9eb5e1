// Seeded mutations of real writes: one to four of them, one after the other.
import type { RandomStream } from '../../../../src/kernel/random.js';
import { BODY_MUTATIONS } from './body-mutations.js';
import { type Draft, pick, realWrite, type Write } from './draft.js';
import { MEANING_MUTATIONS } from './meaning-mutations.js';
import { type Mutation, PATH_MUTATIONS } from './path-mutations.js';

export interface Mutant extends Draft {
  readonly from: Write;
  /** The names of what was done to it. */
  readonly by: readonly string[];
}

const ALL: readonly (readonly [string, Mutation])[] = [
  ...Object.entries(PATH_MUTATIONS).map(([name, mutation]) => [`path: ${name}`, mutation] as const),
  ...Object.entries(MEANING_MUTATIONS).map(([name, mutation]) => [`meaning: ${name}`, mutation] as const),
  ...Object.entries(BODY_MUTATIONS).map(([name, mutation]) => [`body: ${name}`, mutation] as const),
];

export function mutant(random: RandomStream): Mutant {
  const from = realWrite(random);
  const { channel, method, path, headers, body } = from;
  let draft: Draft = { channel, method, path, headers, body };
  const by: string[] = [];
  const kinds = random.integer(1, 4);
  for (let tries = 0; by.length < kinds && tries < 12; tries++) {
    const [name, mutation] = pick(random, ALL);
    const next = tried(mutation, draft, random);
    if (JSON.stringify(next) === JSON.stringify(draft)) continue;
    draft = next;
    by.push(name);
  }
  return { ...draft, from, by };
}

/** What others have changed beyond recognition stays as it is. */
function tried(mutation: Mutation, draft: Draft, random: RandomStream): Draft {
  try {
    return mutation(draft, random);
  } catch (error) {
    if (error instanceof TypeError) return draft;
    throw error;
  }
}
