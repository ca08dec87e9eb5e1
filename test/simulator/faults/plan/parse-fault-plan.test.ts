import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../../src/document/problem.js';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../../src/kernel/random.js';
import { createFleet } from '../../../../src/simulator/fleet/fleet.js';
import { parseFaultPlan, readFaultOrder } from '../../../../src/simulator/faults/plan/parse-fault-plan.js';
import { fleetSpec } from '../staged.js';

const fleet = createFleet(fleetSpec(), { clock: createManualClock(), random: createRandom(1) });

function problemsOf(text: string): string {
  const read = parseFaultPlan(text, 'plan.yaml', fleet);
  if (read.ok) return 'none';
  return read.problems.map((problem) => formatProblem(problem, text)).join('\n\n');
}

describe('a fault plan', () => {
  test('is read with its defaults filled in', () => {
    const read = parseFaultPlan(
      `
about: Two faults.
faults:
  - { fault: slow, id: tired, on: { device: plant-1 }, with: { delay: 2s }, for: 1m 30s }
  - { fault: close, after: 500ms, every: 2, probability: 0.5, count: 3 }
`,
      'plan.yaml',
    );
    expect(read).toMatchSnapshot();
  });

  test('takes one name or several in a selector', () => {
    const one = readFaultOrder({ fault: 'latency', on: { route: 'devices.list', client: 'operator' } });
    const many = readFaultOrder({ fault: 'latency', on: { route: ['devices.list'], client: ['operator'] } });
    expect(one.ok && one.value.selector).toEqual(many.ok && many.value.selector);
  });

  test('may name devices that are added later by a pattern', () => {
    expect(problemsOf('faults: [{ fault: offline, on: { device: lab-* } }]')).toBe('none');
  });
});

describe('what is wrong with a fault plan', () => {
  test.each([
    ['a fault that does not exist', 'faults:\n  - { fault: ofline }\n'],
    ['no fault at all', 'faults: []\n'],
    ['a fault without a name', 'faults:\n  - { on: { device: plant-1 } }\n'],
    ['a key that does not exist', 'faults:\n  - fault: offline\n    form: 10s\n'],
    ['a key of the plan that does not exist', 'abuot: x\nfaults:\n  - fault: offline\n'],
    ['a parameter that does not exist', 'faults:\n  - fault: slow\n    with: { dealy: 2s, delay: 1s }\n'],
    ['a parameter that is missing', 'faults:\n  - fault: slow\n    id: x\n'],
    ['a duration that is none', 'faults:\n  - fault: slow\n    with: { delay: 2 sec }\n'],
    [
      'bounds that are turned around',
      'faults:\n  - fault: slow\n    with: { delay: { from: 3s, to: 1s } }\n',
    ],
    [
      'a selector that does not apply',
      'faults:\n  - fault: slow\n    on: { client: operator }\n    with: { delay: 1s }\n',
    ],
    ['a route that does not exist', 'faults:\n  - fault: latency\n    on: { route: device.list }\n'],
    [
      'a topic that does not exist',
      'faults:\n  - fault: delay-events\n    on: { topic: device.state.change }\n',
    ],
    ['a probability over one', 'faults:\n  - fault: latency\n    probability: 1.5\n'],
    ['an id that is taken', 'faults:\n  - { fault: offline, id: a }\n  - { fault: offline, id: a }\n'],
    [
      'a device that the fleet does not have',
      'faults:\n  - fault: offline\n    on: { device: [plant-1, plnt-2] }\n',
    ],
    [
      'a client and a profile that the fleet does not have',
      'faults:\n  - fault: latency\n    on: { client: operater, profile: i }\n',
    ],
    [
      'several things at once',
      'faults:\n  - fault: latency\n    every: 0\n    count: x\n  - fault: nothing\n',
    ],
    ['text that is no YAML', 'faults: [\n'],
  ])('%s is told with its place', (_, text) => {
    expect(problemsOf(text)).toMatchSnapshot();
  });

  test('an order in plain data has the same problems', () => {
    const read = readFaultOrder({ fault: 'slow', with: { delay: 'soon' } });
    expect(read.ok ? [] : read.problems.map(({ message }) => message)).toEqual([
      'with.delay: expected a duration such as 250ms, 3s or 1m 30s',
    ]);
    for (const nothing of [undefined, null, 'offline', [], {}]) {
      expect(readFaultOrder(nothing).ok).toBe(false);
    }
  });
});
