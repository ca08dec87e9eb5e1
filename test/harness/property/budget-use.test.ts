import { expect, test } from 'vitest';
import { budgetUseOf } from '../../../src/harness/property/device-pool.js';
import type { Program, StepData } from '../../../src/harness/property/program.js';

const BEGINNING: StepData = { setRelays: 'plant', relays: { lamp: 'off' } };
const LOOK: StepData = { refresh: 'plant' };

function programOf(...body: readonly StepData[]): Program {
  return { devices: ['plant'], prologue: [BEGINNING], body, epilogue: [LOOK], operations: 1 };
}

test('A program that looks at its device only at the end may begin while the device rests', () => {
  const use = budgetUseOf(
    programOf({ wait: '1s' }, { setRelays: 'plant', relays: { lamp: 'on' }, patient: false }),
  );
  expect([...use.mustHaveRested]).toEqual([]);
  expect(use.waits.refreshes['plant']).toMatchObject({ first: 1000 });
});

test('A refresh that is sent whatever the budget is must find a rested device, but for the waits before it', () => {
  const use = budgetUseOf(programOf({ wait: '400ms' }, { refresh: 'plant', patient: false, as: 'op1' }));
  expect([...use.mustHaveRested]).toEqual([['plant', 400]]);
  expect(use.waits.refreshes['plant']).toMatchObject({ first: 400 });
});

test('Refreshes at once are never waited for, so the device must have rested', () => {
  const use = budgetUseOf(programOf({ parallel: [{ refresh: 'plant', as: 'op1' }] }));
  expect([...use.mustHaveRested]).toEqual([['plant', 0]]);
});
