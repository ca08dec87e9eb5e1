import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('requests of the selected route and client take longer, others do not', async () => {
  const { order, list, as, operator, clock, logIn } = stage();
  await logIn('operator');
  await logIn('reader');
  order({ fault: 'latency', on: { route: 'devices.list', client: 'operator' }, with: { delay: '1500ms' } });
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const before = clock.now();
    await work();
    return clock.now() - before;
  };
  expect(await timed(list)).toBe(1_500);
  expect(await timed(() => as('reader')('GET', '/devices'))).toBe(0);
  expect(await timed(() => operator('GET', '/device-profiles'))).toBe(0);
});

test('a command is carried out before the wait when it is the answer that is late', async () => {
  const { order, simulator, logIn, clock, device, relay } = stage();
  await logIn('operator');
  order({ fault: 'latency', with: { delay: '10s', where: 'after' } });
  void relay('plant-1', 'on');
  await clock.advance(300);
  expect(device('plant-1').physical().executions).toBe(1);
  expect(simulator.ports.lane.isTaken('plant-1')).toBe(false);
});

test('requests on a WebSocket connection take longer, too, those of the selected device', async () => {
  const { order, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'latency', on: { device: 'plant-1' }, with: { delay: '1500ms' } });
  connection.send('device.state.get', { deviceId: 'plant-1' }, 'late');
  connection.send('session.ping', {}, 'soon');
  await clock.advance(1_499);
  expect(connection.frames.map(({ requestId }) => requestId)).toEqual(['soon']);
  await clock.advance(5_000);
  expect(connection.frames.map(({ requestId }) => requestId)).toEqual(['soon', 'late']);
});

test('a fault over one channel, or of a route, leaves the other alone', async () => {
  const { order, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'latency', with: { over: 'rest' } });
  order({ fault: 'latency', on: { route: 'devices.list' } });
  connection.send('session.ping');
  await clock.advance(1);
  expect(connection.frames).toHaveLength(1);
});
