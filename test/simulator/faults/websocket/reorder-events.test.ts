import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('an event is overtaken by the next one', () => {
  const { order, connect, device } = stage();
  const connection = connect();
  order({ fault: 'reorder-events' });
  const { stimuli } = device('plant-1');
  stimuli.dropLink();
  expect(connection.events()).toEqual([]);
  stimuli.restoreLink();
  expect(connection.events().map(({ topic }) => topic)).toEqual([
    'device.connection.online',
    'device.connection.offline',
  ]);
});

test('an event that no other one follows comes after all', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'reorder-events', with: { within: '3s' } });
  device('plant-1').stimuli.dropLink();
  await clock.advance(2_999);
  expect(connection.events()).toEqual([]);
  await clock.advance(1);
  expect(connection.events()).toHaveLength(1);
});

test('an event that is held when the fault ends is sent then', () => {
  const { order, connect, device, engine } = stage();
  const connection = connect();
  const id = order({ fault: 'reorder-events' });
  device('plant-1').stimuli.dropLink();
  engine.clear(id);
  expect(connection.events()).toHaveLength(1);
});
