// The words of the command line.
import { parseArgs } from 'node:util';

export interface MutantOptions {
  readonly seed: number;
  /** How many, drawn by the seed; undefined: all. */
  readonly sample: number | undefined;
  /** Globs over files below `src/simulator`; none: all. */
  readonly only: readonly string[];
  readonly jobs: number;
  readonly whole: boolean;
  /** Paths of Markdown reports. */
  readonly report: readonly string[];
}

export function readArguments(words: readonly string[]): MutantOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: '1' },
      sample: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string', default: '2' },
      whole: { type: 'boolean', default: false },
      report: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    seed: Number(values.seed),
    sample: values.sample === undefined ? undefined : Number(values.sample),
    only: values.only,
    jobs: Number(values.jobs),
    whole: values.whole,
    report: values.report,
  };
}
