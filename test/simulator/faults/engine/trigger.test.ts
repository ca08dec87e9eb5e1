// When faults fire, seen by lost requests: each request is an occasion.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../src/kernel/random.js';
import {
  createTriggerGate,
  describeTrigger,
  ordinal,
} from '../../../../src/simulator/faults/engine/trigger.js';
import { stage } from '../staged.js';

/** Which of `howMany` requests were lost, as a row of `x` and `.`. */
async function lost(written: Record<string, unknown>, howMany: number, seed = 11): Promise<string> {
  const { order, list, logIn } = stage({ seed });
  await logIn('operator');
  order({ fault: 'request-lost', on: { route: 'devices.list' }, ...written });
  let row = '';
  for (let nth = 0; nth < howMany; nth++) row += (await list()).delivery === 'reset' ? 'x' : '.';
  return row;
}

describe('a trigger', () => {
  test('without conditions fires at each occasion', async () => {
    expect(await lost({}, 4)).toBe('xxxx');
  });

  test('fires at every Nth occasion', async () => {
    expect(await lost({ every: 3 }, 10)).toBe('..x..x..x.');
  });

  test('fires at most as often as it may', async () => {
    expect(await lost({ count: 2 }, 5)).toBe('xx...');
    expect(await lost({ every: 2, count: 2 }, 8)).toBe('.x.x....');
  });

  test('fires with its probability, the same for the same seed and another for another one', async () => {
    const row = await lost({ id: 'p', probability: 0.3 }, 200);
    const fired = Array.from(row).filter((each) => each === 'x').length;
    expect(fired).toBeGreaterThan(40);
    expect(fired).toBeLessThan(80);
    expect(await lost({ id: 'p', probability: 0.3 }, 200)).toBe(row);
    expect(await lost({ id: 'p', probability: 0.3 }, 200, 12)).not.toBe(row);
    expect(await lost({ id: 'q', probability: 0.3 }, 200)).not.toBe(row);
  });

  test('draws from the stream of its own fault, whatever other faults there are', async () => {
    const { order, list, logIn, engine } = stage();
    await logIn('operator');
    order({ fault: 'latency', id: 'other', probability: 0.5, with: { delay: { from: '1ms', to: '9ms' } } });
    order({ fault: 'request-lost', id: 'p', on: { route: 'devices.list' }, probability: 0.3 });
    let row = '';
    for (let nth = 0; nth < 200; nth++) row += (await list()).delivery === 'reset' ? 'x' : '.';
    expect(row).toBe(await lost({ id: 'p', probability: 0.3 }, 200));
    expect(engine.list().map(({ occasions }) => occasions)).toEqual([200, 200]);
  });

  test('counts only occasions that its selector selects', async () => {
    const { order, list, operator, logIn } = stage();
    await logIn('operator');
    order({ fault: 'request-lost', on: { route: 'devices.list' }, every: 2 });
    const row: string[] = [];
    for (let nth = 0; nth < 4; nth++) {
      row.push((await operator('GET', '/device-profiles')).delivery, (await list()).delivery);
    }
    expect(row.filter((each) => each === 'reset')).toHaveLength(2);
    expect(row.filter((_, at) => at % 2 === 0)).toEqual(['whole', 'whole', 'whole', 'whole']);
  });
});

describe('the time of a fault', () => {
  test('begins after its delay and ends with its time to live, to the millisecond', async () => {
    const { order, list, logIn, clock } = stage();
    await logIn('operator');
    order({ fault: 'request-lost', after: '2s', for: '3s' });
    const at = async (ms: number): Promise<string> => {
      await clock.advance(1_000_000 + ms - clock.now());
      return (await list()).delivery;
    };
    expect([await at(0), await at(1_999), await at(2_000)]).toEqual(['whole', 'whole', 'reset']);
    expect([await at(4_999), await at(5_000)]).toEqual(['reset', 'whole']);
  });

  test('ends for the physics to the millisecond as well', async () => {
    const { order, device, clock } = stage();
    const plant = device('plant-1');
    plant.stimuli.setSensor('temperature', 20);
    order({ fault: 'drifting-sensor', for: '60s', with: { perMinute: 6 } });
    await clock.advance(59_999);
    expect(plant.peripherals().sensors[0]?.value).toBeCloseTo(25.9999, 4);
    await clock.advance(1);
    expect(plant.peripherals().sensors[0]?.value).toBe(20);
  });
});

test('a gate counts occasions and firings', () => {
  const trigger = { after: 0, every: 2, probability: 1, count: 1 };
  const gate = createTriggerGate(trigger, createRandom(1).stream('gate'));
  expect([1, 2, 3, 4].map(() => gate.pass())).toEqual([false, true, false, false]);
  expect([gate.occasions, gate.firings]).toEqual([4, 1]);
});

test('triggers are described in words', () => {
  const always = { after: 0, every: 1, probability: 1, count: undefined };
  expect(describeTrigger(always, 'request')).toBe('');
  expect(describeTrigger({ ...always, every: 3, probability: 0.5, count: 2 }, 'request')).toBe(
    'every 3rd request, with probability 0.5, at most 2 times',
  );
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '111th',
  ]);
});
