// The command line of the bench.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Effort, Section } from './section.js';
import { cluster } from './sections/cluster.js';
import { fanOut } from './sections/fan-out.js';
import { fleet } from './sections/fleet.js';
import { harness } from './sections/harness.js';
import { operations } from './sections/operations.js';
import { page } from './sections/page.js';
import { peers } from './sections/peers.js';
import { ping } from './sections/ping.js';
import { programs } from './sections/programs.js';
import { command, list } from './sections/queries.js';
import { proxy } from './sections/proxy.js';
import { starts } from './sections/starts.js';
import { state } from './sections/state.js';
import { wholeList } from './sections/whole-list.js';

export interface Options {
  readonly sections: readonly Section[];
  readonly effort: Omit<Effort, 'builds' | 'cores'>;
  /** Another commit to be measured beside this one. */
  readonly against: string | undefined;
  readonly out: string;
  /** Whether a ratio by CPU that has fallen ends the bench with exit code 1: it is measured again, three times in all. */
  readonly gate: boolean;
  /** Whether the ratios are written down for runs to come. */
  readonly keep: boolean;
  /** The folder for CPU profiles of ours, one for each server. */
  readonly profile: string | undefined;
}

const SECTIONS: readonly Section[] = [
  list,
  command,
  operations,
  state,
  cluster,
  page,
  ping,
  fanOut,
  wholeList,
  fleet,
  proxy,
  starts,
  harness,
  programs,
  peers,
];
const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));

const FULL = { rounds: 5, duration: 1500, quick: false, short: false };
const SHORT = { rounds: 5, duration: 400, quick: false, short: true };
const QUICK = { rounds: 1, duration: 50, quick: true, short: false };

/** What the command line takes. */
const TAKES = {
  quick: { type: 'boolean', default: false },
  short: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  against: { type: 'string' },
  profile: { type: 'string' },
  gate: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  out: { type: 'string', default: RESULTS },
} as const;

const USAGE = `Use: npm run bench -- [--only PART]... [--short|--quick] [--rounds N] [--against COMMIT] [--gate] [--keep]
                       [--profile FOLDER] [--out FILE]
Parts: ${SECTIONS.map(({ name }) => name).join(', ')}. proof/bench/README.md says what the options do.`;

/** The options, or what is wrong with them. */
export function readOptions(args: readonly string[]): Options | { readonly wrong: string } {
  const read = valuesOf(args);
  if ('wrong' in read) return read;
  const { quick, short, only, against, out, profile, gate, keep } = read;
  const unknown = only.filter((name) => !SECTIONS.some((section) => section.name === name));
  if (unknown.length > 0) {
    return { wrong: `There is no part of the bench called ${unknown.join(', ')}.\n${USAGE}` };
  }
  const rounds = read.rounds === undefined ? undefined : Number(read.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    return { wrong: `--rounds takes a whole number from 1, not ${read.rounds}.` };
  }
  const usual = quick ? QUICK : short ? SHORT : FULL;
  const chosen = SECTIONS.filter(({ name, short: isShort }) =>
    only.length > 0 ? only.includes(name) : !short || isShort,
  );
  const effort = { ...usual, ...(rounds !== undefined && { rounds }) };
  return { sections: chosen, effort, against, out, profile, gate, keep };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: TAKES }).values;
  } catch (error) {
    return { wrong: `${(error as Error).message}\n${USAGE}` };
  }
}
