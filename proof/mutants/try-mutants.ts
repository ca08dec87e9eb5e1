// Tries mutants on several threads at once. What was found is kept at once, so that a run that is broken off goes on.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Clock } from '../../src/kernel/clock.js';
import type { Mutant } from './mutant.js';
import type { Reach } from './order.js';
import { type KeptOutcome, type Outcome, outcomeOf } from './outcome.js';
import { SPEEDS } from './speeds.js';
import { createTryThread, type TryThread } from './thread.js';
import type { Profile } from '../../src/harness/profile/profile.js';
import type { ThreadData } from './question.js';

export interface Bench {
  readonly module: URL;
  readonly data: ThreadData;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly threads: readonly TryThread[];
  /** Go on after the first breach, to see all rules that are named. */
  readonly whole: boolean;
  /** The commit that judges. */
  readonly commit: string;
}

export async function tryMutants(
  mutants: readonly Mutant[],
  reachOf: (key: string) => Reach,
  bench: Bench,
  keep: (outcome: KeptOutcome) => void,
): Promise<void> {
  const waiting = mutants.values();
  const work = async (thread: TryThread): Promise<void> => {
    // One iterator for all: each mutant is taken once.
    for (const mutant of waiting) {
      const begun = bench.clock.now();
      const outcome = await tryOne(mutant, reachOf(mutant.key), thread, bench);
      keep({ ...outcome, judgedBy: bench.commit, took: bench.clock.now() - begun });
    }
  };
  await Promise.all(bench.threads.map(work));
}

async function tryOne(mutant: Mutant, reach: Reach, thread: TryThread, bench: Bench): Promise<Outcome> {
  const { id } = mutant;
  if (reach.unreached) return { id, sort: 'unreached', rules: [], breaches: [], words: [] };
  if (reach.onlyBySockets) return overSockets(mutant, thread, bench);
  const outcome =
    reach.atLoading || REMEMBERS.test(mutant.file)
      ? await inThreadOfItsOwn(mutant, reach, bench)
      : await inVirtualTime(mutant, reach, thread, bench);
  // A server with a process of its own that hangs answers nothing any more, and the harness can say so.
  if (outcome.cause === 'hung') return overSockets(mutant, thread, bench);
  if (outcome.sort !== 'survived') return outcome;
  return reach.bySockets && MOVES_BYTES.test(mutant.file) ? overSockets(mutant, thread, bench) : outcome;
}

async function inVirtualTime(
  mutant: Mutant,
  reach: Reach,
  thread: TryThread,
  bench: Bench,
): Promise<Outcome> {
  const outcome = await inSteps(mutant, reach, thread, bench);
  if (outcome.sort !== 'survived' || !COUNTS_QUOTAS.test(mutant.file)) return outcome;
  const again = await underQuotas(mutant, thread, bench);
  // Under small quotas some checks do not come to their question, also where nothing is wrong.
  return again.sort === 'killed' ? again : outcome;
}

/** What remembers something for as long as its module lives: what other mutants left there would answer for this one. */
const REMEMBERS = /^transport\/rest\/(?:bearer|open-api|router)\.ts$/;

/** What does more behind sockets than without them: the rest of the transport only sees whole messages. */
const MOVES_BYTES =
  /^transport\/(?:[^/]+|rest\/(?:arrive|delivery|long-body|read-body|serve|write-reply)|websocket\/(?:connections|decline-upgrade|text-frame|tie|upgrade.*))\.ts$/;

/** What is about quotas, which nobody meets where they are large. */
const COUNTS_QUOTAS =
  /^(?:service\/(?:access|create-service|operating|outcome|ports|service-state|settings)|transport\/websocket\/answering)\.ts$/;

async function underQuotas({ id, key }: Mutant, thread: TryThread, bench: Bench): Promise<Outcome> {
  const { profile, whole } = bench;
  const question = { key, profile, whole, checks: 'all', programs: false, smallQuotas: true } as const;
  return outcomeOf(id, await thread.ask(question));
}

async function overSockets({ id, key }: Mutant, thread: TryThread, bench: Bench): Promise<Outcome> {
  const { profile, whole } = bench;
  const at = async (sockets: number): Promise<Outcome> =>
    outcomeOf(id, await thread.ask({ key, profile, whole, checks: 'all', programs: false, sockets }));
  const outcome = await at(SPEEDS.usual);
  return outcome.cause === 'undecided' ? at(SPEEDS.slow) : outcome;
}

async function inThreadOfItsOwn(mutant: Mutant, reach: Reach, bench: Bench): Promise<Outcome> {
  const own = createTryThread(bench.module, { ...bench.data, key: mutant.key }, bench.clock);
  const outcome = await inVirtualTime(mutant, reach, own, bench);
  await own.close();
  return outcome;
}

/** A few checks that reach the mutant most likely end it; only where they do not, all others have to. */
async function inSteps(
  { id, key }: Mutant,
  { first, checks, byPrograms }: Reach,
  thread: TryThread,
  { profile, whole }: Bench,
): Promise<Outcome> {
  if (!whole && first.length > 0) {
    const soon = outcomeOf(id, await thread.ask({ key, profile, checks: first, programs: false }));
    if (soon.sort !== 'survived' && soon.cause !== 'undecided' && soon.cause !== 'error') return soon;
  }
  return outcomeOf(id, await thread.ask({ key, profile, checks, programs: byPrograms, whole }));
}

export interface Kept {
  readonly known: ReadonlyMap<string, KeptOutcome>;
  add(outcome: KeptOutcome): void;
}

/** Outcomes in a file, one a line. */
export function keptIn(path: string): Kept {
  const known = new Map<string, KeptOutcome>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  // The last line is broken where a run was ended while it wrote.
  for (const line of lines) {
    const outcome = parsed(line);
    if (outcome) known.set(outcome.id, outcome);
  }
  return {
    known,
    add: (outcome) => {
      known.set(outcome.id, outcome);
      appendFileSync(path, `${JSON.stringify(outcome)}\n`);
    },
  };
}

/**
 * What was killed before is killed again, most likely; what was not is tried again.
 * @param paths of what earlier states of the code came to, the newest first. @param wanted ids of mutants.
 */
export function takeOver(kept: Kept, paths: readonly string[], wanted: ReadonlySet<string>): void {
  for (const path of paths)
    for (const [id, outcome] of keptIn(path).known)
      if (outcome.sort === 'killed' && wanted.has(id) && !kept.known.has(id)) kept.add(outcome);
}

function parsed(line: string): KeptOutcome | undefined {
  try {
    return line === '' ? undefined : { judgedBy: '', took: 0, ...(JSON.parse(line) as Outcome) };
  } catch {
    return undefined;
  }
}
