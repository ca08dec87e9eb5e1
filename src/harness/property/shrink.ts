// Finds the smallest program that still shows a fault: simpler ones are run until none of them shows it.
import type { Clock } from '../../kernel/clock.js';
import type { Finding } from '../verdict/verdict.js';
import { type Executor, factsFor } from './executor.js';
import { breachesIn, isAlike } from './breaches.js';
import { programOf } from './compose.js';
import { CONFIRMATIONS, patienceFor } from './confirm.js';
import type { Program } from './program.js';
import type { ProgramRun } from './run-program.js';
import { simplerBodies } from './simpler.js';

export interface ShrinkLimits {
  /** Programs that are run for it, at most. */
  readonly programs: number;
  /** How long it may take, in ms of the clock given. */
  readonly time: number;
}

/** A program that shows a fault. */
export interface Showing {
  readonly program: Program;
  readonly run: ProgramRun;
  readonly finding: Finding;
}

export interface Shrinking {
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Names the runs: each has keys and a chance of its own. */
  readonly mark: string;
  /** What shows this above all is not worth to be made simpler. */
  readonly isKnown?: (finding: Finding) => boolean;
}

export async function shrink(
  first: Showing,
  executor: Executor,
  { programs, time }: ShrinkLimits,
  { clock, signal, mark, isKnown = () => false }: Shrinking,
): Promise<Showing> {
  const giveUpAt = clock.now() + time;
  const eventPatience = patienceFor(first.finding, executor);
  const { tenant = 0 } = first.program;
  const seen = new Set<string>([JSON.stringify(first.program.body)]);
  let best = first;
  let tried = 0;

  const simplerOne = async (): Promise<Showing | undefined> => {
    for (const body of simplerBodies(best.program.body)) {
      const key = JSON.stringify(body);
      if (seen.has(key)) continue;
      if (tried >= programs || clock.now() >= giveUpAt || signal.aborted) return undefined;
      seen.add(key);
      tried++;
      const program = programOf(body, factsFor(executor, tenant), { settle: eventPatience, tenant });
      // Each time that it shows may cost a device: those that confirm it must be left.
      if (executor.isShort?.(program, CONFIRMATIONS + 1)) return undefined;
      const run = await executor.run(program, `${mark}-s${tried}`, { eventPatience });
      if (run.notBegun !== undefined) return undefined;
      const finding = breachesIn(run).find((each) => isAlike(each, first.finding));
      if (finding) return { program, run, finding };
    }
    return undefined;
  };

  const tellingOf = ({ run, finding }: Showing): Finding => breachesIn(run)[0] ?? finding;
  while (!isKnown(tellingOf(best))) {
    const next = await simplerOne();
    if (!next) break;
    best = next;
  }
  return { ...best, finding: tellingOf(best) };
}
