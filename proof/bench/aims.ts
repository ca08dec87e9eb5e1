// What a table says against the program: an aim that it misses, a number over its limit.
import type { Spread } from './rounds.js';
import type { Table } from './section.js';

/** Rounds of one run that are further apart than this were measured on a machine that did something else, too. */
const WIDEST = 2;

/** Whether a ratio says nothing. */
export function isVoid({ least, most }: Spread): boolean {
  return !(most <= WIDEST * least);
}

/** A line for each aim missed and for each limit passed. A void ratio misses none, since it says nothing. */
export function missedIn({ title, aim, results = [], rows = [], limits = {} }: Table): readonly string[] {
  const own = results.find(({ name }) => name === 'conform')?.cpuRatio;
  const short = aim !== undefined && own && !isVoid(own) && own.median < aim;
  const over = rows.flatMap(({ name, values }) =>
    Object.entries(limits).flatMap(([column, most]) => {
      const value = values[column];
      return value === undefined || value <= most
        ? []
        : [`${name}: ${column} ${value.toFixed(2)}, at most ${most}`];
    }),
  );
  return [...(short ? [`${own.median.toFixed(2)} by CPU, the aim is ${aim}`] : []), ...over].map(
    (what) => `MISSED  ${title}: ${what}`,
  );
}

/** Of our own ratios with an aim, those that have to be measured again. */
export function voidIn({ title, aim, results = [] }: Table): readonly string[] {
  const own = results.find(({ name }) => name === 'conform')?.cpuRatio;
  return aim !== undefined && own && isVoid(own) ? [title] : [];
}
