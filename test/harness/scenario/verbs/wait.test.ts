// The verb wait.
import { describe, expect, it } from 'vitest';
import { inTurn, runSteps } from '../support/run-scenario.js';
import { THEN_PING } from '../support/verb-runs.js';

describe('wait', () => {
  it('wait takes a duration, a moment, or a duration since one', async () => {
    const steps =
      `
- ping:
  via: ws
  patient: false
  as: first
- wait: 2s
- wait: { since: first.sentAt, for: 5s }
- wait: { until: first.retryAt }` + THEN_PING;
    const { result, target } = await runSteps(
      steps,
      inTurn({ ping: [{ code: 'RATE_LIMITED', data: { retryAfterSeconds: 9 } }, {}] }),
    );
    expect(result.verdict).toBe('pass');
    const [first, second] = result.trace.filter((record) => record.kind === 'request');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(9010);
    expect(target.asked).not.toHaveLength(0);
  });

  it('goes on after another time where the moment is too far away', async () => {
    const steps =
      `
- ping:
  via: ws
  patient: false
  as: first
- wait: { until: first.retryAt, orAfter: 7s }` + THEN_PING;
    const far = { code: 'RATE_LIMITED', data: { retryAfterSeconds: 90_000 } };
    const { result } = await runSteps(steps, inTurn({ ping: [far, {}] }));
    expect(result.verdict).toBe('pass');
    const [first, second] = result.trace.filter((record) => record.kind === 'request');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(7010);
  });

  it('waits until no earlier refresh of a device is in the way', async () => {
    const steps =
      `
- refresh: plant
- wait: { rested: plant }` + THEN_PING;
    const { result } = await runSteps(steps, () => ({}));
    expect(result.verdict).toBe('pass');
    const [first, second] = result.trace.filter((record) => record.kind === 'request');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3020);
  });
});
