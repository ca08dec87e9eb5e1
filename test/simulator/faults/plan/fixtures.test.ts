// The plans that come with the program: each is sound for the fleet that comes with it, and each of its faults
// really fires when there is a little traffic.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFleet } from '../../../../src/simulator/fleet/fleet.js';
import { parseFleet } from '../../../../src/simulator/fleet/parse-fleet.js';
import { type FaultPlan, parseFaultPlan } from '../../../../src/simulator/faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../../../src/simulator/faults/plan/timeline.js';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../../src/kernel/random.js';
import { traffic } from './traffic.js';

const FOLDER = 'fixtures/faults';
const files = readdirSync(FOLDER).toSorted();

const fleetFile = 'fixtures/fleets/default.yaml';
const parsedFleet = parseFleet(readFileSync(fleetFile, 'utf8'), fleetFile);
if (!parsedFleet.ok) throw new Error(`${fleetFile} is not sound`);
const spec = parsedFleet.value;
const known = createFleet(spec, { clock: createManualClock(), random: createRandom(1) });

function planOf(file: string): FaultPlan {
  const path = `${FOLDER}/${file}`;
  const read = parseFaultPlan(readFileSync(path, 'utf8'), path, known);
  if (!read.ok) throw new Error(JSON.stringify(read.problems, null, 2));
  return read.value;
}

test('at least eight plans come with the program', () => {
  expect(files.length).toBeGreaterThanOrEqual(8);
  expect(files.every((file) => file.endsWith('.yaml'))).toBe(true);
});

describe.each(files)('the plan %s', (file) => {
  test('says what one will see, in a sentence and in comments', () => {
    expect(planOf(file).about).toMatch(/^[A-Z].*\.$/);
    expect(readFileSync(`${FOLDER}/${file}`, 'utf8')).toMatch(/^# /);
  });

  test('has a timeline', () => {
    expect(timelineLines(planOf(file)).join('\n')).toMatchSnapshot();
  });

  test('fires each of its faults when there is traffic', async () => {
    const plan = planOf(file);
    const statuses = await traffic(spec, plan);
    expect(statuses.filter(({ firings }) => firings === 0).map(({ id }) => id)).toEqual([]);
    expect(statuses).toHaveLength(plan.faults.length);
  });
});
