// What a stimulus or a witness in a step comes to.
import { expect, it } from 'vitest';
import { acting } from '../support/acting.js';

it('a stimulus is done to the device of the profile, and its moment is kept', async () => {
  const bench = acting([{ kind: 'applied' }]);
  const ran = await bench.run(
    '- stimulate: cut-power\n  device: plant\n  as: cut\n- assert: { that: $cut.took, is: 0 }',
  );
  expect(ran.result.verdict).toBe('pass');
  expect(bench.acts).toEqual([{ name: 'cut-power', device: { name: 'one', deviceId: 'dev-1' } }]);
});

it('a stimulus that fails makes the check inconclusive: that says nothing of the target', async () => {
  const bench = acting([{ kind: 'failed', detail: 'no outlet 9' }]);
  const { result } = await bench.run(
    '- stimulate: cut-power\n  device: plant\n- ping:\n  via: ws\n  expect: SUCCESS',
  );
  expect(result.verdict).toBe('inconclusive');
  expect(result.reason).toContain('cut-power: no outlet 9');
});
