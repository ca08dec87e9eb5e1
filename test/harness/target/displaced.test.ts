// A connection that is closed right after another one of its client was opened gave way to that, where no two of them
// are ever open side by side.
import { expect, it } from 'vitest';
import { createDisplacement, type Displacement } from '../../../src/harness/target/deliveries.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';

interface Stage {
  readonly clock: ManualClock;
  readonly displacement: Displacement;
  open(client?: string): object;
}

function stage(): Stage {
  const clock = createManualClock(0);
  const displacement = createDisplacement(clock);
  const open = (client = 'op'): object => {
    const connection = {};
    displacement.opening(client, connection);
    displacement.opened(client, connection);
    return connection;
  };
  return { clock, displacement, open };
}

it.each([
  [1000, true],
  [1001, false],
])('closed %i ms after another one was opened: %s', async (after, expected) => {
  const { clock, displacement, open } = stage();
  const first = open();
  const second = open();
  open('other');
  await clock.advance(after);
  displacement.closed('op', first);
  expect(displacement.isDisplaced('op', first)).toBe(expected);
  expect(displacement.isDisplaced('op', second)).toBe(false);
  expect(displacement.isDisplaced('nobody', first)).toBe(false);
  // It is over soon, too, and gave way to nothing: then the first one did not give way to it.
  displacement.closed('op', second);
  expect(displacement.isDisplaced('op', first)).toBe(false);
});

it('may give way to one that is still being opened, and that one to the next', () => {
  const { displacement, open } = stage();
  const first = open();
  const second = {};
  displacement.opening('op', second);
  displacement.closed('op', first);
  displacement.opened('op', second);
  expect(displacement.isDisplaced('op', first)).toBe(true);
  open();
  displacement.closed('op', second);
  expect([displacement.isDisplaced('op', first), displacement.isDisplaced('op', second)]).toEqual([
    true,
    true,
  ]);
});

it('does not give way to one that never came about, or that was there before', () => {
  const { displacement, open } = stage();
  const first = open();
  const second = open();
  const refused = {};
  displacement.opening('op', refused);
  displacement.closed('op', refused);
  displacement.closed('op', second);
  expect(displacement.isDisplaced('op', second)).toBe(false);
  expect(displacement.isDisplaced('op', first)).toBe(false);
});

it('is not assumed of a client that had two connections for longer than a moment', async () => {
  const { clock, displacement, open } = stage();
  const first = open();
  open();
  await clock.advance(10_001);
  open();
  displacement.closed('op', first);
  expect(displacement.isDisplaced('op', first)).toBe(false);
});
