// A day as the text of its file, without what goes without saying.
import { stringify } from 'yaml';
import type { DayFile } from './day.js';

/** @param day what its file has; faults as they were written. */
export function dayYaml({ lasts, drawn, faults, stimuli, orders, ...rest }: DayFile): string {
  const document = {
    ...rest,
    lasts: inWords(lasts),
    ...(drawn && { drawn }),
    ...lists({
      faults: faults.map(({ draws, ...fault }) =>
        draws
          ? { ...fault, draws: { ...draws, from: inWords(draws.from), every: inWords(draws.every) } }
          : fault,
      ),
      stimuli: stimuli.map(timed),
      orders: orders.map(timed),
    }),
  };
  return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false });
}

function lists(all: Readonly<Record<string, readonly unknown[]>>): typeof all {
  return Object.fromEntries(Object.entries(all).filter(([, { length }]) => length > 0));
}

interface Timed {
  readonly at?: number | undefined;
  readonly again?: number | undefined;
  readonly times: number;
}

function timed({ at, again, times, ...rest }: Timed): object {
  return {
    ...rest,
    ...(at !== undefined && { at: inWords(at) }),
    ...(again !== undefined && times > 1 && { again: inWords(again) }),
    ...(times > 1 && { times }),
  };
}

function inWords(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
