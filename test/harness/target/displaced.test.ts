// A connection that is closed right after another one of its client was opened gave way to that.
import { expect, it } from 'vitest';
import { createDisplacement } from '../../../src/harness/target/displaced.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

it.each([
  [1000, true],
  [1001, false],
])('closed %i ms after another one was opened: %s', async (after, expected) => {
  const clock = createManualClock(0);
  const displacement = createDisplacement(clock);
  const [first, second] = [{}, {}];
  displacement.opened('op', first);
  displacement.opened('op', second);
  displacement.opened('other', {});
  await clock.advance(after);
  expect(displacement.closed('op', first)).toBe(expected);
  expect(displacement.closed('op', second)).toBe(false);
  expect(displacement.closed('nobody', first)).toBe(false);
});
