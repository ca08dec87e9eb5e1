// What random programs do, on a small scale: `npm run proof -- programs` does it on a large one.
import { expect, it } from 'vitest';
import { runInProcess } from '../../src/lab/in-process/open-in-process.js';
import { compose } from '../../src/harness/property/compose.js';
import { counterexampleYaml } from '../../src/harness/property/results.js';
import { createProgramSource } from '../../src/harness/property/draw.js';
import { parseScenario } from '../../src/harness/scenario/parse-scenario.js';
import { createRandom } from '../../src/kernel/random.js';
import { executorWith, required, searchWith, simulated } from './executor.js';

it.each(['default', 'scrambled'])(
  'a right simulator that speaks %s is never called wrong',
  async (dialect) => {
    const { counterexamples, programs, unfinished, held } = await searchWith(
      await executorWith({ dialect }),
      {
        runs: 36,
      },
    );
    expect(counterexamples.map(({ finding }) => finding)).toEqual([]);
    expect({ programs, unfinished }).toEqual({ programs: 36, unfinished: 0 });
    // They had something to say, of each kind.
    for (const rule of [
      'relay.effect',
      'events.relay-changed',
      'refresh.min-interval',
      'idempotency.in-flight',
    ])
      expect(held.get(rule as never)).toBeGreaterThan(0);
  },
  60_000,
);

it('the same seed gives the same trace, byte for byte', async () => {
  const traces = async (): Promise<string> => {
    const executor = await executorWith({});
    const source = createProgramSource(executor.tenants, createRandom(3), { longWaits: true });
    const runs: unknown[] = [];
    for (let index = 0; index < 6; index++) {
      const drawn = source.draw(index);
      if (!drawn) throw new Error('nothing was drawn');
      const program = compose(drawn.commands, executor.tenants[0], { settle: 1000 });
      runs.push((await executor.run(program, String(index), { eventPatience: 1000 })).trace);
    }
    return JSON.stringify(runs);
  };
  const first = await traces();
  expect(first.length).toBeGreaterThan(10_000);
  expect(await traces()).toBe(first);
});

it('a counterexample is a scenario that fails for the same rule, and passes on a right simulator', async () => {
  const { counterexamples } = await searchWith(await executorWith({ defect: 'events-to-first-connection' }), {
    runs: 12,
    enough: () => true,
  });
  const [counterexample] = counterexamples;
  if (!counterexample) throw new Error('nothing was found');
  expect(counterexample.standing).toEqual({ kind: 'confirmed', times: 3 });
  const yaml = counterexampleYaml(counterexample, 1);
  const parsed = parseScenario(yaml, 'found/counterexample.yaml');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const verdictsWith = async (defect?: string) => {
    const { result } = required(
      await runInProcess(simulated(defect === undefined ? {} : { defect }), [parsed.value]),
    );
    return result.checks.map(({ verdict, findings }) => ({
      verdict,
      broken: findings.filter((each) => each.verdict === 'fail').map(({ rule }) => rule),
    }));
  };
  expect(await verdictsWith('events-to-first-connection')).toEqual([
    { verdict: 'fail', broken: expect.arrayContaining([counterexample.finding.rule]) },
  ]);
  expect(await verdictsWith()).toEqual([{ verdict: 'pass', broken: [] }]);
});
