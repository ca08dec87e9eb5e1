import { describe, expect, it } from 'vitest';
import { startDeadline, whatEnded } from '../../../src/harness/run/deadline.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { limited, runSteps } from '../scenario/support/run-scenario.js';

describe('the deadline of a run', () => {
  it('aborts when its time is over, and not before', async () => {
    const clock = createManualClock(0);
    const { signal } = startDeadline(clock, 600_000, new AbortController().signal);
    await clock.advance(599_999);
    expect(whatEnded(signal)).toBeUndefined();
    await clock.advance(1);
    expect(whatEnded(signal)).toBe('the deadline of 10 min is over');
  });

  it('passes an interrupt on, and is over then', async () => {
    const clock = createManualClock(0);
    const interrupt = new AbortController();
    const { signal } = startDeadline(clock, 1000, interrupt.signal);
    interrupt.abort(new Error('interrupted by SIGINT'));
    await clock.advance(1000);
    expect(whatEnded(signal)).toBe('interrupted');
  });

  it('does nothing once it is disposed of', async () => {
    const clock = createManualClock(0);
    const deadline = startDeadline(clock, 1000, new AbortController().signal);
    deadline.dispose();
    await clock.advance(2000);
    expect(deadline.signal.aborted).toBe(false);
  });

  it('ends a check in the midst of a wait, which says by what', async () => {
    const never = new AbortController();
    let dispose = (): void => undefined;
    const stop = new AbortController();
    const steps = '- setRelays: plant\n  relays: { lamp: on }\n- ping:\n  via: ws\n  expect: SUCCESS';
    const { result } = await runSteps(steps, () => limited(50), {
      signal: stop.signal,
      onTarget: ({ clock }) => {
        const deadline = startDeadline(clock, 20_000, never.signal);
        dispose = () => deadline.dispose();
        deadline.signal.addEventListener('abort', () => stop.abort(deadline.signal.reason));
      },
    });
    dispose();
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'the deadline of 20 s is over' });
    expect(result.endedAt - result.startedAt).toBeLessThanOrEqual(20_000);
  });
});
