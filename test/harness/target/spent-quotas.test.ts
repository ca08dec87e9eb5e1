// Refusals that a quota may explain count only when it is known that none does.
import { expect, it } from 'vitest';
import { createSpentQuotas } from '../../../src/harness/target/quota-book.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

const SWITCH = { client: 'op', what: 'relays.set' };

function stage() {
  const clock = createManualClock(100_000);
  const spent = createSpentQuotas(clock);
  let counted = 0;
  return {
    clock,
    spent,
    refused: () => spent.refused(SWITCH, 2000, () => counted++),
    counted: () => counted,
  };
}

it('counts at once where nothing was granted that counts for the same quota', () => {
  const { spent, refused, counted } = stage();
  spent.granted('op', 'devices.list');
  spent.granted('other', 'relays.set');
  refused();
  expect(counted()).toBe(1);
});

it('does not count where something of the same quota was granted before, and nothing until the delay is over', async () => {
  const { clock, spent, refused, counted } = stage();
  spent.granted('op', 'rs485.transceive');
  refused();
  await clock.advance(2001);
  spent.granted('op', 'rs485.transceive');
  expect(counted()).toBe(0);
});

it('counts when something of the same quota is granted before the delay is over', async () => {
  const { clock, spent, refused, counted } = stage();
  spent.granted('op', 'rs485.transceive');
  refused();
  await clock.advance(1000);
  spent.granted('op', 'devices.list');
  expect(counted()).toBe(0);
  spent.granted('op', 'rs485.transceive');
  expect(counted()).toBe(1);
});
