// Announced delays with fractions of a second; the header, which has none, is rounded up.
import { announce } from './announce.js';
export function fractionalDelays() {
    return {
        id: 'fractional-delays',
        summary: 'retryAfterSeconds has fractions of a second; Retry-After is the same, rounded up.',
        because: 'retryAfterSeconds is a number of seconds; only the header is bound to whole ones, by HTTP.',
        ...announce((needed) => ({ data: needed + 0.4, header: needed + 1 })),
    };
}
