// The verb assume: a precondition.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK, THEN_PING } from '../support/verb-runs.js';

describe('assume', () => {
  it('assume makes the check inconclusive where it does not hold', async () => {
    const { result } = await runSteps(
      '- ping:\n  via: ws\n  as: p\n- assume: { that: $p.took, is: { atMost: 1 } }' + THEN_PING,
      OK,
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toContain('the precondition does not hold: $p.took is 10');
  });
});
