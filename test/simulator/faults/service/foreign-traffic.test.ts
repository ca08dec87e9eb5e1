import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a device is busy while somebody else uses it, and its refresh budget is taken', async () => {
  const { order, read, relay, logIn, clock } = stage();
  await logIn('operator');
  order({ fault: 'foreign-traffic', on: { device: 'plant-1' }, with: { every: '10s', acts: ['refresh'] } });
  expect((await read('plant-1')).code).toBe('DEVICE_BUSY');
  await clock.advance(400);
  const limited = await read('plant-1');
  expect([limited.code, limited.data.retryAfterSeconds]).toEqual(['RATE_LIMITED', 3]);
  expect((await relay('plant-1', 'on')).status).toBe(200);
  expect((await read('plant-2')).status).toBe(200);
});

test('its relay commands are seen as events, and the journal says what came of them', async () => {
  const { order, connect, clock, journal } = stage();
  const connection = connect();
  order({
    fault: 'foreign-traffic',
    on: { device: 'plant-1' },
    with: { every: '5s', acts: ['relay'], relay: 2 },
    for: '12s',
  });
  await clock.advance(30_000);
  const states = connection
    .events('device.state.changed')
    .map(({ data }) => data.peripherals.relays.find(({ index }: { index: number }) => index === 2).on);
  expect(states).toEqual([true, false, true]);
  expect(journal.map(({ effect }) => effect)).toEqual(
    Array.from({ length: 3 }, () => 'relay on plant-1: SUCCESS'),
  );
});

test('it passes by no fault of REST, and meets a fault of the device once for each request', async () => {
  const { order, clock, engine } = stage();
  order({ fault: 'internal-error', id: 'errors' });
  order({ fault: 'slow', id: 'slow', with: { delay: '100ms' } });
  order({
    fault: 'foreign-traffic',
    id: 'traffic',
    on: { device: 'plant-1' },
    with: { every: '4s' },
    count: 4,
  });
  await clock.advance(60_000);
  const counts = engine.list().map(({ id, occasions, firings }) => [id, Math.min(occasions, 4), firings]);
  expect(counts).toEqual([
    ['errors', 0, 0],
    ['slow', 4, 4],
    ['traffic', 4, 4],
  ]);
});
