// How long round trips take lately, whatever they took when the run began.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRoundTrips } from '../../../src/harness/target/refresh-book.js';

it('is the longest but one of the latest few, of what communicates with no device', async () => {
  const clock = createManualClock();
  const trips = createRoundTrips(clock);
  expect(trips.latest()).toBe(0);
  trips.note('devices.read', 5000);
  trips.note('devices.list', 1000);
  trips.note('session.ping', 20);
  expect(trips.latest()).toBe(20);
  trips.note('ticket.create', 900);
  expect(trips.latest()).toBe(900);
  await clock.advance(31_000);
  expect(trips.latest()).toBe(0);
});

it('is that of the slower channel, however quick the other is', () => {
  const trips = createRoundTrips(createManualClock());
  for (const took of [1200, 1300]) trips.note('session.ping', took);
  for (let nth = 0; nth < 8; nth++) trips.note('devices.list', 20);
  expect(trips.latest()).toBe(1200);
});
