// The verb parallel: when its steps start.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK, THEN_PING } from '../support/verb-runs.js';

describe('parallel', () => {
  it('parallel starts its steps at once, or at their offsets, as often as they say', async () => {
    const steps = `
- parallel:
    - ping:
      via: ws
      times: 3
      as: pings
    - refresh: plant
      at: 250ms
      as: late
- assert: { that: $pings.code, is: [SUCCESS, SUCCESS, SUCCESS] }
- assert: { that: $late.code, is: SUCCESS }`;
    const { result } = await runSteps(steps, OK);
    expect(result.verdict).toBe('pass');
    const at = result.trace.flatMap((record) => (record.kind === 'request' ? record.at : []));
    expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 0, 0, 250]);
  });

  it('parallel spreads many of one step as far apart as it is told', async () => {
    const steps =
      '- parallel:\n    - ping:\n      via: ws\n      at: 100ms\n      times: 3\n      every: 50ms' +
      THEN_PING;
    const { result } = await runSteps(steps, OK);
    const at = result.trace.flatMap((record) => (record.kind === 'request' ? record.at : []));
    expect(at.slice(0, 3).map((time) => time - (at[0] ?? 0))).toEqual([0, 50, 100]);
  });
});
