// Programs that threads run in shares: the search comes to the same as without them, and hears of what goes wrong.
import { describe, expect, it } from 'vitest';
import { createInProcessExecutor } from '../../../src/lab/in-process/open-in-process.js';
import {
  handOut,
  type HandOutOptions,
  type Share,
  type ShareRan,
} from '../../../src/lab/threads/open-program-threads.js';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import type { Executor } from '../../../src/harness/property/executor.js';
import { createProgramSource } from '../../../src/harness/property/draw.js';
import {
  type Ran,
  ranOf,
  type SearchOptions,
  type SearchResult,
  tryOut,
} from '../../../src/harness/property/search-port.js';
import { placeOfProgram } from '../../../src/harness/property/program-share.js';
import { search } from '../../../src/harness/property/search.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';

type Ask = HandOutOptions['threads'][number]['ask'];

const ran = (operations: number): Ran => ({ operations, halt: undefined, breach: undefined, held: [] });
const signal = new AbortController().signal;

/** What a share of programs comes to whose operations are their places. */
const counting = ({ places }: Share): ShareRan => ({ kind: 'ran', programs: places.map(ran) });
const prompt: Ask = (share) => Promise.resolve({ kind: 'answer', answer: counting(share) });

async function executorWith(defect: string): Promise<Executor> {
  const fleet = loadFleet(undefined, process.cwd());
  const dialect = loadDialect('default', process.cwd());
  if (!fleet.ok || !dialect.ok) throw new Error('the demo fleet and the default dialect can be read');
  const options = { fleet: fleet.value.spec, dialect: dialect.value, defects: [defect] };
  const executor = await createInProcessExecutor(options);
  if (!executor) throw new Error('the demo fleet offers something to write programs for');
  return executor;
}

/** As a thread does it: with an executor and a source of its own. */
async function runnerOf(defect: string): Promise<Ask> {
  const executor = await executorWith(defect);
  const source = createProgramSource(executor.tenants, createRandom(1), { longWaits: true });
  return async ({ places }) => {
    const programs: Ran[] = [];
    for (const index of places) {
      const tried = await tryOut(source, executor, index);
      if (tried) programs.push(ranOf(tried));
    }
    // All that comes from another thread has been through this.
    return { kind: 'answer', answer: structuredClone<ShareRan>({ kind: 'ran', programs }) };
  };
}

describe('programs that threads run', () => {
  it('come to the same as programs that are run one after the other', async () => {
    const runs = 20;
    const searchWith = async (elsewhere: Pick<SearchOptions, 'elsewhere'>): Promise<SearchResult> =>
      search({
        executor: await executorWith('budget-missing'),
        random: createRandom(1),
        runs,
        time: 1000,
        clock: createManualClock(0),
        mostUnfinished: runs,
        shrinking: { programs: 10, time: 1000 },
        signal,
        onProgress: () => undefined,
        ...elsewhere,
      });
    const threads = [];
    for (let count = 0; count < 2; count++) threads.push({ ask: await runnerOf('budget-missing') });
    const alone = await searchWith({});
    const together = await searchWith({ elsewhere: handOut({ threads, runs, signal }) });
    expect(together).toEqual(alone);
    expect(alone.programs).toBe(runs);
    expect(alone.counterexamples.length).toBeGreaterThan(0);
    expect(alone.trace.length).toBeGreaterThan(0);
  });

  it('are given back in the order of their places, whoever is first to be done', async () => {
    const [late, done] = [new Promise<void>((resolve) => setImmediate(resolve)), Promise.resolve()];
    const after = (wait: Promise<void>): { ask: Ask } => ({ ask: (share) => wait.then(() => prompt(share)) });
    const run = handOut({ threads: [after(late), after(done)], runs: 50, signal });
    const seen: (number | undefined)[] = [];
    for (let index = 0; index < 50; index++) seen.push((await run(index))?.operations);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, at) => at));
  });

  it('are run ahead of the search, as far as there are any, and no further than a bound', async () => {
    const asked: Share[] = [];
    const ask: Ask = (share) => {
      asked.push(share);
      return prompt(share);
    };
    await handOut({ threads: [{ ask }], runs: 10, signal })(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([{ places: [0, 1, 2, 3] }, { places: [4, 5, 6, 7] }, { places: [8, 9] }]);
    asked.length = 0;
    await handOut({ threads: [{ ask }], runs: Number.MAX_SAFE_INTEGER, signal })(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBe(257);
  });

  it('are those of a part of all programs, where a part is asked for', async () => {
    const asked: number[] = [];
    const ask: Ask = (share) => {
      asked.push(...share.places);
      return prompt(share);
    };
    const part = { index: 2, count: 3 };
    const places = Array.from({ length: 10 }, (_, nth) => placeOfProgram(nth, part));
    const run = handOut({ threads: [{ ask }], runs: 30, part, signal });
    const seen: (number | undefined)[] = [];
    for (const place of places) seen.push((await run(place))?.operations);
    expect(seen).toEqual(places);
    expect(asked).toEqual(places);
  });

  it('end the search with what one of them threw', async () => {
    const ask: Ask = () =>
      Promise.resolve({ kind: 'answer', answer: { kind: 'threw', error: new Error('a bug') } });
    await expect(handOut({ threads: [{ ask }], runs: 40, signal })(0)).rejects.toThrow('a bug');
  });

  it('end the search when their thread has died, and are named', async () => {
    const ask: Ask = (share) =>
      share.places[0] === 4 ? Promise.resolve({ kind: 'lost', why: 'its thread has died' }) : prompt(share);
    const run = handOut({ threads: [{ ask }], runs: 40, signal });
    expect((await run(3))?.operations).toBe(3);
    await expect(run(4)).rejects.toThrow('the random programs 4, 5, 6, 7 were lost: its thread has died');
  });

  it('come to nothing when the search was interrupted', async () => {
    const ask: Ask = () => Promise.resolve({ kind: 'lost', why: 'interrupted' });
    const run = handOut({ threads: [{ ask }], runs: 40, signal: AbortSignal.abort() });
    expect(await run(0)).toBeUndefined();
  });
});
