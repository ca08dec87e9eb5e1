// Random programs against a simulator in the same process: what the tests of their findings begin with.
import type { Result } from '../../src/document/diagnostic.js';
import { createInProcessExecutor, type InProcessOptions } from '../../src/lab/in-process/open-in-process.js';
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFaultPlan } from '../../src/cli/load/variants.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import type { Executor } from '../../src/harness/property/executor.js';
import { search } from '../../src/harness/property/search.js';
import type { Counterexample, SearchResult } from '../../src/harness/property/search-port.js';
import { createRandom } from '../../src/kernel/random.js';
import { createSystemClock } from '../../src/kernel/machine-clock.js';

const HERE = process.cwd();

export interface Wrong {
  readonly defect?: string;
  /** Name of a plan in fixtures/faults. */
  readonly plan?: string;
  readonly dialect?: string;
}

export function simulated({ defect, plan, dialect = 'default' }: Wrong): InProcessOptions {
  const fleet = required(loadFleet(undefined, HERE)).spec;
  return {
    fleet,
    dialect: required(loadDialect(dialect, HERE)),
    defects: defect === undefined ? [] : [defect],
    faults: plan === undefined ? [] : required(loadFaultPlan(`fixtures/faults/${plan}`, fleet, HERE)).faults,
  };
}

export async function executorWith(wrong: Wrong): Promise<Executor> {
  const executor = await createInProcessExecutor(simulated(wrong));
  if (!executor) throw new Error('the demo fleet offers nothing to write programs for');
  return executor;
}

export interface Searching {
  readonly runs: number;
  readonly seed?: number;
  /** Ends the search. */
  readonly enough?: (fault: Counterexample) => boolean;
}

export async function searchWith(
  executor: Executor,
  { runs, seed = 1, enough }: Searching,
): Promise<SearchResult> {
  const stop = new AbortController();
  return search({
    executor,
    random: createRandom(seed),
    runs,
    time: Number.MAX_SAFE_INTEGER,
    clock: createSystemClock(),
    mostUnfinished: Number.MAX_SAFE_INTEGER,
    shrinking: { programs: 500, time: 60_000 },
    signal: stop.signal,
    onProgress: (progress) => {
      if (progress.kind === 'found' && enough?.(progress.counterexample)) stop.abort();
    },
  });
}

export function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}
