// Values of command-line options, checked where they are read.
import { InvalidArgumentError } from 'commander';
import type { ShareOf } from '../harness/property/program-share.js';
import { didYouMean } from '../kernel/did-you-mean.js';
import { parseDuration } from '../kernel/duration.js';

export function integerIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is an integer from ${least} to ${most}.`);
  };
}

export function numberIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
  };
}

/** How many times faster than the machine's clock the run's clock goes. */
export const speed = numberIn(0.1, 1000);
export const probability = numberIn(0, 1);

/** Checked, and left as it was written. */
export function durationText(text: string): string {
  if (parseDuration(text) !== undefined) return text;
  throw new InvalidArgumentError('It is a duration such as 250ms, 3s or 1m 30s.');
}

/** In ms. */
export function duration(text: string): number {
  return parseDuration(durationText(text)) ?? 0;
}

/** One of a few names, with the nearest one in the answer to a mistyped name. */
export function oneOf(names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    const near = didYouMean(text, names) ?? '';
    const listed = near.startsWith('Known') ? '' : ` Known: ${names.join(', ')}.`;
    throw new InvalidArgumentError(`${near}${listed}`);
  };
}

/** Like `oneOf`, for options and arguments that may be given several times. */
export function someOf(
  names: readonly string[],
): (text: string, before: readonly string[] | undefined) => string[] {
  const read = oneOf(names);
  return (text, before) => [...(before ?? []), read(text)];
}

export const seed = integerIn(0, Number.MAX_SAFE_INTEGER);
export const port = integerIn(0, 65_535);
export const jobs = integerIn(1, 64);

/** `2/4`: the second of four parts. */
export function shard(text: string): ShareOf {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count && count <= MOST_SHARDS)
    return { index, count };
  throw new InvalidArgumentError(
    `It is the number of a part and how many there are, such as 2/4: from 1/1 to ${MOST_SHARDS}/${MOST_SHARDS}.`,
  );
}

const MOST_SHARDS = 1000;

/** For options that may be given several times. */
export function collect(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}
