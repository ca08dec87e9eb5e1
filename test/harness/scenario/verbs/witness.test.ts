// The verb witness: a number, and how much it is more than before.
import { expect, it } from 'vitest';
import { acting } from '../support/acting.js';

const STEPS = `
- witness: executions
  device: plant
  as: before
- witness: executions
  device: plant
  as: after
  since: before
- assert: { that: $after.value, is: 7 }
- assert: { that: $after.more, is: 2 }`;

it('gives the number that was counted, and the difference to an earlier look', async () => {
  const right = acting([
    { kind: 'applied', value: 5 },
    { kind: 'applied', value: 7 },
  ]);
  expect((await right.run(STEPS)).result.verdict).toBe('pass');
  const wrong = acting([
    { kind: 'applied', value: 6 },
    { kind: 'applied', value: 7 },
  ]);
  expect((await wrong.run(STEPS)).result.verdict).toBe('fail');
});
