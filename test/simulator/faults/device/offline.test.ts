import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('an offline device cannot be reached, and the events tell of its going and coming', async () => {
  const { order, relay, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'offline', on: { device: 'plant-1' }, for: '10s' });
  const refused = await relay('plant-1', 'on');
  expect([refused.status, refused.code]).toEqual([409, 'DEVICE_OFFLINE']);
  expect((await relay('plant-2', 'on')).status).toBe(200);
  await clock.advance(10_000);
  expect((await relay('plant-1', 'on')).status).toBe(200);
  expect(connection.events('device.connection.offline').map(({ data }) => data.deviceId)).toEqual([
    'plant-1',
  ]);
  expect(connection.events('device.connection.online').map(({ data }) => data.deviceId)).toEqual(['plant-1']);
});

test('two faults that hold one link down let it up when both have ended', async () => {
  const { order, engine, device } = stage();
  const first = order({ fault: 'offline', on: { device: 'plant-1' } });
  const second = order({ fault: 'offline', on: { device: 'plant-*' } });
  engine.clear(first);
  expect(device('plant-1').isOnline()).toBe(false);
  engine.clear(second);
  expect(device('plant-1').isOnline()).toBe(true);
});

test('a link that somebody else had dropped stays down', () => {
  const { order, engine, device } = stage();
  device('plant-1').stimuli.dropLink();
  engine.clear(order({ fault: 'offline', on: { device: 'plant-1' } }));
  expect(device('plant-1').isOnline()).toBe(false);
});

test('the profile selects, and the journal says which device and why', () => {
  const { order, journal, device } = stage();
  order({ fault: 'offline', id: 'out', on: { profile: 'mini' } });
  expect(device('mini-1').isOnline()).toBe(false);
  expect(device('plant-1').isOnline()).toBe(true);
  expect(journal).toEqual([
    {
      kind: 'fault',
      fault: 'out',
      type: 'offline',
      deviceId: 'mini-1',
      cause: 'mini-1 (1st device)',
      effect: 'link dropped',
    },
  ]);
});
