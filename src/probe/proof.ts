// How sure each line of a dialect and a profile is: proven where what was seen contradicts every other reading of it.
import * as z from 'zod';
import { fruitlessShapes } from './command-relations.js';
import { type ProbeReading, sightsOf } from './sights.js';
import type { Rival, Traces } from './neighbours.js';
import { type ExplainOptions, isBetter, rivalsOf, weightOf } from './rivals.js';

/**
 * `proven`: every other reading is contradicted. `likely`: most others are. `open`: nothing tells it from others.
 * `wrong`: another reading fits better.
 */
export type StandingWord = 'proven' | 'likely' | 'open' | 'wrong';

export type Standing = ReturnType<typeof standingsOf>[number];

/** What is told of other readings, at most. */
const MOST_OTHERS = 4;

/** How sure each line is that has another reading. */
export function standingsOf(traces: Traces, reading: ProbeReading, options: ExplainOptions = {}) {
  const stated = weightOf(traces, reading);
  const lines = new Map<string, { stated: Rival; better: string[]; equal: string[]; worse: string[] }>();
  for (const rival of rivalsOf(traces, reading, options)) {
    const read = rival.reading();
    const name = `${rival.key} ${rival.was}`;
    const line = lines.get(name) ?? { stated: rival, better: [], equal: [], worse: [] };
    lines.set(name, line);
    const weight = read && weightOf(traces, read);
    if (!weight) line.worse.push(rival.now);
    else if (isBetter(weight, stated)) line.better.push(rival.now);
    else if (weight.left > stated.left || weight.held < stated.held) line.worse.push(rival.now);
    else line.equal.push(rival.now);
  }
  // What came to nothing is contradicted in every form, and proves none.
  const fruitless = fruitlessShapes(traces.map((trace) => sightsOf(trace, reading)));
  return [...lines.values()].map(({ stated: { key, line, was }, better, equal, worse }) => {
    const isTried = !fruitless.has(key.split('/')[0]);
    const standing: StandingWord =
      better.length > 0
        ? 'wrong'
        : equal.length === 0 && isTried
          ? 'proven'
          : isTried && worse.length > equal.length
            ? 'likely'
            : 'open';
    /** Other readings that fit as well, or better, in words; and those that what was seen contradicts. */
    const others = (better.length > 0 ? better : equal).slice(0, MOST_OTHERS);
    return { key, line, was, standing, refuted: isTried ? worse : [], others };
  });
}

/** What is kept beside a profile. */
export const proofSchema = z.object({
  format: z.literal('conform-proof/1'),
  /** When it was proven. */
  at: z.string(),
  target: z.string(),
  dialect: z.string(),
  /** Lines as they were, and the other readings of each that were refuted. */
  refuted: z.array(z.object({ key: z.string(), was: z.string(), refuted: z.array(z.string()) })),
});

export type ReadingProof = z.infer<typeof proofSchema>;

/** What was refuted stays so as long as the line says the same. */
export function refutedBy({
  refuted,
}: Pick<ReadingProof, 'refuted'>): NonNullable<ExplainOptions['isRefuted']> {
  const known = new Set(
    refuted.flatMap(({ key, was, refuted: others }) => others.map((now) => `${key} ${was} ${now}`)),
  );
  return ({ key, was, now }) => known.has(`${key} ${was} ${now}`);
}
