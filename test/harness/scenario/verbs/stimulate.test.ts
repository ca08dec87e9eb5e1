// The verb stimulate: what it does, and to what.
import { expect, it } from 'vitest';
import { acting } from '../support/acting.js';

it('sets an input by the name that the scenario gives it', async () => {
  const bench = acting([{ kind: 'applied' }]);
  const ran = await bench.run(
    '- stimulate: set-input\n  device: plant\n  input: door\n  active: true\n- ping:\n  via: ws\n  expect: SUCCESS',
  );
  expect(ran.result.verdict).toBe('pass');
  expect(bench.acts).toEqual([
    { name: 'set-input', device: { name: 'one', deviceId: 'dev-1' }, index: 2, active: true },
  ]);
});
