import { expect, test } from 'vitest';
import { parseFaultPlan } from '../../../../src/simulator/faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../../../src/simulator/faults/plan/timeline.js';

const read = parseFaultPlan(
  `
faults:
  - { fault: offline, on: { device: plant-1 }, after: 90s, for: 30s }
  - { fault: response-lost, id: lost, on: { route: relays.set, client: operator }, every: 3, count: 2 }
  - { fault: slow, after: 2s, for: 10s, with: { delay: { from: 1s, to: 2s } } }
`,
  'plan.yaml',
);
if (!read.ok) throw new Error('the plan is sound');
const plan = read.value;

test('a timeline says in the order of time what begins when, on what, and until when', () => {
  expect(timelineLines(plan)).toEqual([
    '     start  until cleared  response-lost (lost)  relays.set; client operator  every 3rd request, at most 2 times',
    '       2 s  until 12 s     slow                  everything                   delay { from: 1s, to: 2s }',
    '1 min 30 s  until 2 min    offline               plant-1',
  ]);
});
