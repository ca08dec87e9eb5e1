import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('noise on the line arrives as unsolicited data until the fault ends', async () => {
  const { order, connect, clock, journal } = stage();
  const connection = connect();
  order({ fault: 'rs485-noise', on: { device: 'plant-1' }, with: { every: '1s', bytes: 3 }, for: '5500ms' });
  await clock.advance(20_000);
  const received = connection.events('device.rs485.received');
  expect(received).toHaveLength(5);
  expect(received.every(({ data }) => data.deviceId === 'plant-1' && data.data.length <= 6)).toBe(true);
  expect(journal.map(({ effect }) => effect)).toEqual(received.map(({ data }) => `noise ${data.data}`));
});

test('a device without a port hears no noise', async () => {
  const { order, clock, engine } = stage();
  order({ fault: 'rs485-noise', on: { device: 'mini-1' }, with: { every: '1s' } });
  await clock.advance(5_000);
  expect(engine.list()[0]).toMatchObject({ occasions: 0, firings: 0 });
});

test('faults of answers leave the noise of another fault alone', async () => {
  const { order, connect, clock, engine } = stage();
  const connection = connect();
  order({ fault: 'rs485-mute', id: 'mute' });
  order({ fault: 'rs485-noise', id: 'noise', on: { device: 'plant-1' }, with: { every: '1s' } });
  await clock.advance(3_500);
  expect(connection.events('device.rs485.received')).toHaveLength(3);
  expect(engine.list().map(({ id, firings }) => [id, firings])).toEqual([
    ['mute', 0],
    ['noise', 3],
  ]);
});
