import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a selected event comes twice, the same in every field, to each connection', async () => {
  const { order, connect, device } = stage();
  const [first, second] = [connect('operator'), connect('reader')];
  order({ fault: 'duplicate-events', on: { topic: 'device.connection.offline' } });
  device('plant-1').stimuli.dropLink();
  device('plant-1').stimuli.restoreLink();
  for (const connection of [first, second]) {
    const [one, copy, ...rest] = connection.events('device.connection.offline');
    expect(copy).toEqual(one);
    expect(rest).toEqual([]);
    expect(connection.events('device.connection.online')).toHaveLength(1);
  }
});

test('copies may come later, and a copy is no event that could be copied again', async () => {
  const { order, connect, device, clock, engine } = stage();
  const connection = connect();
  order({ fault: 'duplicate-events', with: { copies: 2, apart: '1s' } });
  order({ fault: 'duplicate-events' });
  device('plant-1').stimuli.dropLink();
  await clock.advance(999);
  expect(connection.events()).toHaveLength(2);
  await clock.advance(5_000);
  expect(connection.events()).toHaveLength(6);
  // The first fault has seen the event, the second one the event and its two copies.
  expect(engine.list().map(({ firings }) => firings)).toEqual([1, 3]);
});
