import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('after a power cut the device stops when its hold-up is over, and boots when the power is back', async () => {
  const { order, connect, clock, device } = stage();
  const connection = connect();
  order({ fault: 'power-cut', on: { device: 'plant-1' }, for: '10s' });
  await clock.advance(199);
  expect(device('plant-1').isOnline()).toBe(true);
  await clock.advance(1);
  expect(device('plant-1').isOnline()).toBe(false);
  await clock.advance(9_800 + 3_000);
  expect(device('plant-1').isOnline()).toBe(true);
  expect(connection.events().map(({ topic }) => topic)).toEqual([
    'device.power.lost',
    'device.connection.offline',
    'device.power.restored',
    'device.connection.online',
  ]);
});

test('a brown-out shorter than the hold-up is told of and stops nothing, again and again', async () => {
  const { order, connect, clock, device } = stage();
  const connection = connect();
  order({
    fault: 'power-cut',
    on: { device: 'plant-1' },
    with: { outage: '100ms', again: '900ms' },
    for: '3s',
  });
  await clock.advance(5_000);
  expect(device('plant-1').physical().powered).toBe(true);
  expect(connection.events().map(({ topic }) => topic)).toEqual(
    Array.from({ length: 3 }, () => ['device.power.lost', 'device.power.restored']).flat(),
  );
});

test('a cut that comes again has to end first', () => {
  const { order } = stage();
  expect(() => order({ fault: 'power-cut', with: { again: '2s' } })).toThrow('needs `outage`');
});
