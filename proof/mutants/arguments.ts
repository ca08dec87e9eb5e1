// The words of the command line.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export const FORMATS = ['markdown', 'yaml', 'json'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReportRequest {
  readonly format: Format;
  readonly path: string;
}

export interface MutantOptions {
  readonly seed: number;
  /** How many, drawn by the seed; undefined: all. */
  readonly sample: number | undefined;
  /** Globs over files below `src/simulator`; none: all. */
  readonly only: readonly string[];
  /** Ids; none: all. */
  readonly mutants: readonly string[];
  /** Takes over what an earlier state of code and scenarios has killed under a rule; all else is tried again. */
  readonly resume: boolean;
  /** Leaves out those that are excused, whatever they would come to. */
  readonly skipExcused: boolean;
  /** Threads. */
  readonly jobs: number;
  /** Go on after the first breach, to see all rules that are named. */
  readonly whole: boolean;
  /** Percent of the judged ones that have to be killed under a rule. */
  readonly share: number;
  /** Survivors without a reason, at most. */
  readonly survivors: number;
  readonly reports: readonly ReportRequest[];
}

export const USAGE = `Use: npm run proof -- mutants [--seed N] [--sample N] [--only GLOB]... [--mutant ID]...
                         [--resume] [--skip-excused] [--jobs N] [--whole]
                         [--share PERCENT] [--survivors N] [--report ${FORMATS.join('|')}=PATH]...`;

type Parsed =
  { readonly ok: true; readonly options: MutantOptions } | { readonly ok: false; readonly why: string };

export function readArguments(words: readonly string[]): Parsed {
  try {
    return { ok: true, options: optionsOf(words) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function optionsOf(words: readonly string[]): MutantOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: '1' },
      sample: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      mutant: { type: 'string', multiple: true, default: [] },
      resume: { type: 'boolean', default: false },
      'skip-excused': { type: 'boolean', default: false },
      jobs: { type: 'string', default: String(availableParallelism()) },
      whole: { type: 'boolean', default: false },
      share: { type: 'string', default: '95' },
      survivors: { type: 'string', default: '0' },
      report: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    seed: whole('seed', values.seed, 0, 0x7fff_ffff),
    sample: values.sample === undefined ? undefined : whole('sample', values.sample, 1, 100_000),
    only: values.only,
    mutants: values.mutant,
    resume: values.resume,
    skipExcused: values['skip-excused'],
    jobs: whole('jobs', values.jobs, 1, 64),
    whole: values.whole,
    share: whole('share', values.share, 0, 100),
    survivors: whole('survivors', values.survivors, 0, 100_000),
    reports: values.report.map(reportOf),
  };
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}

function reportOf(text: string): ReportRequest {
  const [name, ...rest] = text.split('=');
  const format = FORMATS.find((each) => each === name);
  const path = rest.join('=');
  if (format && path !== '') return { format, path };
  throw new Error(`--report takes ${FORMATS.map((each) => `${each}=PATH`).join(' or ')}, not "${text}"`);
}
