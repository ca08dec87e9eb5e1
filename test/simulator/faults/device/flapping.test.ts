import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('the link of a flapping device goes down and up until the fault ends, and then stays up', async () => {
  const { order, connect, clock, device } = stage();
  const connection = connect();
  order({ fault: 'flapping', on: { device: 'plant-1' }, with: { down: '1s', up: '2s' }, for: '7s' });
  const states: boolean[] = [];
  for (let second = 0; second < 9; second++) {
    await clock.advance(500);
    states.push(device('plant-1').isOnline());
    await clock.advance(500);
  }
  expect(states).toEqual([false, true, true, false, true, true, false, true, true]);
  expect(connection.events('device.connection.offline')).toHaveLength(3);
  expect(connection.events('device.connection.online')).toHaveLength(3);
});

test('a flapping device is online when the fault ends in the middle of an outage', async () => {
  const { order, clock, device } = stage();
  order({ fault: 'flapping', on: { device: 'plant-1' }, with: { down: '5s', up: '2s' }, for: '1s' });
  await clock.advance(999);
  expect(device('plant-1').isOnline()).toBe(false);
  await clock.advance(1);
  expect(device('plant-1').isOnline()).toBe(true);
});
