import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('an event comes late by what was ordered', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'delay-events', on: { device: 'plant-1' }, with: { delay: '2s' } });
  device('plant-1').stimuli.dropLink();
  device('plant-2').stimuli.dropLink();
  await clock.advance(1_999);
  expect(connection.events().map(({ data }) => data.deviceId)).toEqual(['plant-2']);
  await clock.advance(1);
  expect(connection.events().map(({ data }) => data.deviceId)).toEqual(['plant-2', 'plant-1']);
});

test('what still waits when the fault ends is sent then, and not again', async () => {
  const { order, connect, device, clock, engine } = stage();
  const connection = connect();
  const id = order({ fault: 'delay-events', with: { delay: '10s' } });
  device('plant-1').stimuli.dropLink();
  engine.clear(id);
  expect(connection.events()).toHaveLength(1);
  await clock.advance(20_000);
  expect(connection.events()).toHaveLength(1);
});
