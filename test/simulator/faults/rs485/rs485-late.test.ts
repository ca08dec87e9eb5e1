import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('an answer that comes after the wait is over is unsolicited data, and becomes an event', async () => {
  const { order, transceive, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'rs485-late', on: { device: 'plant-1' }, with: { delay: '2s' }, count: 1 });
  expect((await transceive('plant-1', 'ee07', 500)).data.command.status).toBe('TIMEOUT');
  expect(connection.events('device.rs485.received')).toEqual([]);
  await clock.advance(3_000);
  expect(connection.events('device.rs485.received').map(({ data }) => data.data)).toEqual(['ee07']);
});

test('an answer that is late and still in time is the answer', async () => {
  const { order, transceive, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'rs485-late', on: { device: 'plant-1' }, with: { delay: '500ms' } });
  expect((await transceive('plant-1', 'ee07')).data.command.status).toBe('SUCCEEDED');
  await clock.advance(3_000);
  expect(connection.events('device.rs485.received')).toEqual([]);
});
