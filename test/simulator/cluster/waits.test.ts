// Waiting for the other instances: bounded, and without a rest.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createWaits } from '../../../src/simulator/cluster/view.js';

describe('a wait for other instances', () => {
  it('ends as soon as somebody looks and finds it so', async () => {
    const waits = createWaits(createManualClock());
    let reached = 0;
    const both = Promise.all([waits.until(() => reached >= 1, 100), waits.until(() => reached >= 2)]);
    for (reached = 1; reached <= 2; reached++) waits.look();
    await both;
    expect(waits.size).toBe(0);
  });

  it('fails when its time is over, and leaves nothing behind', async () => {
    const clock = createManualClock();
    const waits = createWaits(clock);
    const failed = waits.until(() => false, 100).catch((error: unknown) => String(error));
    expect(waits.size).toBe(1);
    await clock.advance(100);
    expect(await failed).toContain('take too long');
    expect(waits.size).toBe(0);
  });
});
