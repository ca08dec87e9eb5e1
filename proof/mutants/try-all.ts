// Tries the mutants that are asked for, and says how far it is.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assert } from '../../src/kernel/assert.js';
import { createSystemClock } from '../../src/kernel/machine-clock.js';
import type { MutantOptions } from './arguments.js';
import { commitOfClone, type Copy } from './copy.js';
import { coverageOf } from './coverage.js';
import { createReach } from './order.js';
import type { Mutant } from './mutant.js';
import type { Judged } from './tally.js';
import { createTryThread } from './thread.js';
import { keptIn, takeOver, tryMutants } from './try-mutants.js';

const MINUTE = 60_000;
/** Mutants between two lines that say how far it is. */
const STEP = 50;

export async function tryAll(
  { root, mutants, earlier }: Copy,
  asked: readonly Mutant[],
  { seed, jobs, whole, resume }: MutantOptions,
  say: (text: string) => void,
): Promise<Judged[]> {
  const name = `outcomes-${seed}${whole ? '-whole' : ''}.ndjson`;
  const kept = keptIn(join(root, name));
  if (resume)
    takeOver(
      kept,
      earlier.map((path) => join(path, name)),
      new Set(asked.map(({ id }) => id)),
    );
  const left = asked.filter(({ id }) => !kept.known.has(id));
  const clock = createSystemClock();
  const module = pathToFileURL(join(root, 'proof', 'mutants', 'worker.js'));
  const data = { root, seed };
  const threads = Array.from({ length: jobs }, () => createTryThread(module, data, clock));
  try {
    const [first] = threads;
    assert(first, 'there is a thread at least');
    const about = await first.about();
    const reachOf = createReach(await coverageOf(root, about, threads));
    say(`${asked.length} of ${mutants.length} mutants, of which ${left.length} have not been tried yet`);
    const begun = clock.now();
    let done = 0;
    await tryMutants(
      left,
      reachOf,
      { module, data, profile: about.profile, clock, threads, whole, commit: commitOfClone() },
      (outcome) => {
        kept.add(outcome);
        if (++done % STEP > 0) return;
        const rate = (done / (clock.now() - begun)) * MINUTE;
        say(`${done} of ${left.length}, ${rate.toFixed(0)} a minute`);
      },
    );
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
  return asked.flatMap((mutant) => {
    const outcome = kept.known.get(mutant.id);
    return outcome ? [{ mutant, outcome }] : [];
  });
}
