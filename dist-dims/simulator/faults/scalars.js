// The scalar types of fault parameters: delays, which may be random.
import { z } from 'zod';
import { duration, span } from '../../document/duration.js';
const fixed = duration().transform((ms) => ({ kind: 'fixed', ms }));
const uniform = z
    .strictObject({ from: duration(), to: duration() })
    .refine(({ from, to }) => from <= to, { error: 'must not be less than `from`', path: ['to'] })
    .transform(({ from, to }) => ({ kind: 'uniform', from, to }));
const logNormal = z
    .strictObject({
    median: span(),
    spread: z.number().positive().max(5).default(0.5).describe('Standard deviation of the logarithm'),
    most: span().prefault('60s').describe('No delay is longer'),
})
    .transform((given) => ({ kind: 'log-normal', ...given }));
export const delay = () => z.union([fixed, uniform, logNormal]);
export function drawDelay(spec, random) {
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
function normal(random) {
    const radius = Math.sqrt(-2 * Math.log(1 - random.fraction()));
    return radius * Math.cos(2 * Math.PI * random.fraction());
}
