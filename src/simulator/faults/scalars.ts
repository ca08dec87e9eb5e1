// The scalar types of fault parameters: delays, which may be random.
import * as z from 'zod';
import { durationSchema, spanSchema } from '../../document/duration.js';
import type { RandomStream } from '../../kernel/random.js';

/** How long something takes, in ms: always the same, anything between two bounds, or log-normal. */
export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'log-normal'; readonly median: number; readonly spread: number; readonly most: number };

const fixed = durationSchema().transform((ms): Delay => ({ kind: 'fixed', ms }));

const uniform = z
  .strictObject({
    from: durationSchema().describe('The shortest delay'),
    to: durationSchema().describe('The longest delay'),
  })
  .refine(({ from, to }) => from <= to, { error: 'must not be less than `from`', path: ['to'] })
  .transform(({ from, to }): Delay => ({ kind: 'uniform', from, to }));

const logNormal = z
  .strictObject({
    median: spanSchema().describe('Half of the delays are shorter'),
    spread: z.number().positive().max(5).default(0.5).describe('Standard deviation of the logarithm'),
    most: spanSchema().prefault('60s').describe('No delay is longer'),
  })
  .transform((given): Delay => ({ kind: 'log-normal', ...given }));

/** `2s`, `{ from: 1s, to: 3s }` or `{ median: 800ms, spread: 0.5 }`. */
export type DelaySchema = z.ZodType<
  Delay,
  string | { from: string; to: string } | { median: string; spread?: number | undefined; most?: string }
>;
export const delay = (): DelaySchema => z.union([fixed, uniform, logNormal]) as DelaySchema;

export function drawDelay(spec: Delay, random: RandomStream): number {
  switch (spec.kind) {
    case 'fixed':
      return spec.ms;
    case 'uniform':
      return spec.from + (spec.to - spec.from) * random.fraction();
    case 'log-normal':
      return Math.min(spec.most, spec.median * Math.exp(spec.spread * normal(random)));
  }
}

/** Box-Muller; one minus the fraction keeps the logarithm finite. */
function normal(random: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.fraction()));
  return radius * Math.cos(2 * Math.PI * random.fraction());
}
