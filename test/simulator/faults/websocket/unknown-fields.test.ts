import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('events carry an unknown field at the top and in their data, replies do not', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'unknown-fields', on: { device: 'plant-1' }, with: { name: 'colour' } });
  device('plant-1').stimuli.dropLink();
  device('plant-2').stimuli.dropLink();
  connection.send('session.ping');
  await clock.advance(0);
  const [changed, untouched, reply] = connection.frames;
  expect(changed).toMatchObject({
    topic: 'device.connection.offline',
    colour: { since: 'a version to come' },
    data: { deviceId: 'plant-1', colour: { since: 'a version to come' } },
  });
  expect(untouched).not.toHaveProperty('colour');
  expect(untouched.data).not.toHaveProperty('colour');
  expect(Object.keys(reply)).toEqual(['type', 'requestId', 'code', 'message', 'data']);
});

test('it works in a dialect that gives every open name another one', () => {
  const { order, connect, device, dialect } = stage({ dialect: 'scrambled' });
  const connection = connect();
  order({ fault: 'unknown-fields', on: { topic: 'device.connection.offline' } });
  device('plant-1').stimuli.dropLink();
  device('plant-1').stimuli.restoreLink();
  expect(connection.frames).toHaveLength(2);
  expect(connection.frames[0]).toHaveProperty('xFuture');
  expect(connection.frames[1]).not.toHaveProperty('xFuture');
  const decoded = dialect.shapes.wsEvent.decode(connection.frames[0]);
  expect(decoded.ok && decoded.value.topic).toBe('device.connection.offline');
});
