// A connection that is closed right after another one of its client was opened gave way to that, where no two of them
// are ever open side by side.
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
  displacement.closed('op', first);
  expect(displacement.isDisplaced('op', first)).toBe(expected);
  expect(displacement.isDisplaced('op', second)).toBe(false);
  expect(displacement.isDisplaced('nobody', first)).toBe(false);
  // It is over, too: then neither gave way to the other.
  displacement.closed('op', second);
  expect(displacement.isDisplaced('op', first)).toBe(false);
});

it('is not assumed of a client that had two connections for longer than a moment', async () => {
  const clock = createManualClock(0);
  const displacement = createDisplacement(clock);
  const [first, second, third] = [{}, {}, {}];
  displacement.opened('op', first);
  displacement.opened('op', second);
  await clock.advance(1500);
  displacement.opened('op', third);
  displacement.closed('op', first);
  expect(displacement.isDisplaced('op', first)).toBe(false);
});
