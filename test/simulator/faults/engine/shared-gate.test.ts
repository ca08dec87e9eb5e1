// The trigger of a fault that several instances count together.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../src/kernel/random.js';
import {
  createTriggerGate,
  type FaultCounts,
  type TriggerGate,
} from '../../../../src/simulator/faults/engine/trigger.js';

/** One count, as Redis has it. */
function counter(): FaultCounts & { isAway: boolean } {
  const tally = { occasions: 0, firings: 0 };
  const counts = {
    isAway: false,
    leads: true,
    tally: () => tally,
    add: (_: string, occasions: number, firings: number) => {
      tally.occasions += occasions;
      tally.firings += firings;
    },
    take: (
      _: string,
      most: number,
      { every, count = Infinity }: { every: number; count: number | undefined },
    ) => {
      if (counts.isAway) return Promise.reject(new Error('away'));
      const verdicts = Array.from({ length: most }, () => {
        tally.occasions++;
        const fires = tally.firings < count && tally.occasions % every === 0;
        if (fires) tally.firings++;
        return fires;
      });
      return Promise.resolve(verdicts);
    },
  };
  return counts;
}

const gate = (
  counts: FaultCounts,
  trigger: { every?: number; probability?: number; count?: number },
): Required<TriggerGate> =>
  createTriggerGate(
    { after: 0, every: 1, probability: 1, count: undefined, ...trigger },
    createRandom(1).stream('fault'),
    { counts, fault: 'fault@0' },
  ) as Required<TriggerGate>;

describe('a trigger that instances share', () => {
  test('fires so often over all of them, also where it is asked at the same time', async () => {
    const counts = counter();
    const gates = [1, 2, 3].map(() => gate(counts, { count: 2 }));
    const done = await Promise.all(gates.map((each) => each.ahead()));
    expect(gates.map((each) => each.pass())).toEqual([true, true, false]);
    for (const each of done) each();
    expect(counts.tally('')).toEqual({ occasions: 3, firings: 2 });
  });

  test('gives back an occasion that has not come', async () => {
    const counts = counter();
    const [one, two] = [gate(counts, { count: 1 }), gate(counts, { count: 1 })];
    const done = await one.ahead();
    done();
    expect(counts.tally('')).toEqual({ occasions: 0, firings: 0 });
    await two.ahead();
    expect(two.pass()).toBe(true);
  });

  test('gives back a firing that chance has prevented', async () => {
    const counts = counter();
    const unlikely = gate(counts, { count: 5, probability: 1e-12 });
    const done = await unlikely.ahead();
    expect(unlikely.pass()).toBe(false);
    done();
    expect(counts.tally('')).toEqual({ occasions: 1, firings: 0 });
  });

  test('goes by what it has heard where there is no time to ask, or nobody to be asked', async () => {
    const counts = counter();
    const [one, two] = [gate(counts, { every: 2, count: 1 }), gate(counts, { every: 2, count: 1 })];
    expect([one.pass(), two.pass(), one.pass(), two.pass()]).toEqual([false, true, false, false]);
    counts.isAway = true;
    const done = await one.ahead();
    expect(one.pass()).toBe(false);
    done();
    expect(one.occasions).toBe(5);
  });
});
