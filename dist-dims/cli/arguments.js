// Values of command-line options, checked where they are read.
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../kernel/did-you-mean.js';
import { parseDuration } from '../kernel/duration.js';
export function integerIn(least, most) {
    return (text) => {
        const value = Number(text);
        if (/^-?\d+$/.test(text) && value >= least && value <= most)
            return value;
        throw new InvalidArgumentError(`It is an integer from ${least} to ${most}.`);
    };
}
/** How many times faster than the machine's clock the run's clock goes. */
export function speed(text) {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0.1 && value <= 1000)
        return value;
    throw new InvalidArgumentError('It is a number from 0.1 to 1000.');
}
export function probability(text) {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0 && value <= 1)
        return value;
    throw new InvalidArgumentError('It is a number from 0 to 1.');
}
/** Checked, and left as it was written. */
export function durationText(text) {
    if (parseDuration(text) !== undefined)
        return text;
    throw new InvalidArgumentError('It is a duration such as 250ms, 3s or 1m 30s.');
}
/** In ms. */
export function duration(text) {
    return parseDuration(durationText(text)) ?? 0;
}
/** One of a few names, with the nearest one in the answer to a mistyped name. */
export function oneOf(names) {
    return (text) => {
        if (names.includes(text))
            return text;
        const near = didYouMean(text, names) ?? '';
        const listed = near.startsWith('Known') ? '' : ` Known: ${names.join(', ')}.`;
        throw new InvalidArgumentError(`${near}${listed}`);
    };
}
/** Like `oneOf`, for options and arguments that may be given several times. */
export function someOf(names) {
    const read = oneOf(names);
    return (text, before) => [...(before ?? []), read(text)];
}
export const seed = integerIn(0, Number.MAX_SAFE_INTEGER);
export const port = integerIn(0, 65_535);
export const jobs = integerIn(1, 64);
export const programs = integerIn(1, 10_000_000);
export const programIndex = integerIn(0, 10_000_000);
/** For options that may be given several times. */
export function collect(text, before) {
    return [...(before ?? []), text];
}
