// Which 429 of a refresh may be that of a quota of its client, and which is that of a budget that devices share.
import { expect, it } from 'vitest';
import { createRefreshQuotas } from '../../../src/harness/target/quota-book.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

function stage() {
  const clock = createManualClock(100_000);
  const quotas = createRefreshQuotas(clock);
  const granted = (client: string, deviceId: string): void =>
    quotas.note({ client, deviceId }, { code: 'SUCCESS' });
  const refused = (client: string, deviceId: string, retryAfterSeconds = 3): void =>
    quotas.note({ client, deviceId }, { code: 'RATE_LIMITED', retryAfterSeconds });
  return { clock, quotas, granted, refused };
}

it('is a sign of a quota where the client itself has just refreshed another device', async () => {
  const { clock, quotas, granted, refused } = stage();
  granted('op', 'd1');
  await clock.advance(100);
  refused('op', 'd2');
  expect(quotas.meets('op')).toBe(true);
  expect(quotas.meets('other')).toBe(false);
});

it('is none where the device itself has been refreshed', async () => {
  const { clock, quotas, granted, refused } = stage();
  granted('op', 'd1');
  granted('other', 'd2');
  await clock.advance(100);
  refused('op', 'd2');
  expect(quotas.meets('op')).toBe(false);
});

it('is none where a client is refused that has refreshed nothing', async () => {
  const { clock, quotas, granted, refused } = stage();
  granted('op', 'd1');
  await clock.advance(100);
  refused('op', 'd2');
  refused('reader', 'd3');
  expect(quotas.meets('op')).toBe(false);
});

it('is none where another refresh of the client is granted long before the announced delay is over', async () => {
  const { clock, quotas, granted, refused } = stage();
  granted('op', 'd1');
  await clock.advance(100);
  refused('op', 'd2', 9);
  await clock.advance(500);
  granted('op', 'd3');
  expect(quotas.meets('op')).toBe(false);
});
