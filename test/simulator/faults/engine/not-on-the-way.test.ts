// While no fault is active, no request, connection or event runs code of the faults.
import { expect, test } from 'vitest';
import { faultCallsDuring } from '../calls.js';
import { stage } from '../staged.js';

type Stage = ReturnType<typeof stage>;

const ORDER = { fault: 'slow', on: { device: 'plant-3' }, with: { delay: '1s' } };

/** Both channels, a token, a ticket, a connection that opens, and events. */
async function everything(staged: Stage, requestId: string): Promise<void> {
  const { logIn, list, relay, read, connect, clock, device } = staged;
  await logIn('operator');
  await list();
  await relay('plant-1', 'on');
  await read('plant-1');
  const connection = connect();
  connection.send('session.ping', {}, requestId);
  connection.send('device.state.get', { deviceId: 'plant-2' });
  await clock.advance(4000);
  device('plant-1').stimuli.dropLink();
  device('plant-1').stimuli.restoreLink();
  await clock.advance(100);
  expect(connection.frames.filter(({ code }) => code === 'SUCCESS')).toHaveLength(2);
  expect(connection.events()).toHaveLength(2);
}

test('without a fault, no function of the faults is called', async () => {
  const staged = stage();
  expect(await faultCallsDuring(() => everything(staged, 'a'))).toEqual([]);
});

test('with a fault that is active, its functions are called, and none when it has been cleared', async () => {
  const staged = stage();
  const id = staged.order(ORDER);
  const other = staged.order({ fault: 'latency' });
  const during = await faultCallsDuring(() => everything(staged, 'a'));
  expect(during).toEqual(expect.arrayContaining([expect.stringContaining('engine/guard')]));
  expect(during).toEqual(expect.arrayContaining([expect.stringContaining('engine/device-places')]));
  staged.engine.clear(id);
  staged.engine.clear(other);
  expect(await faultCallsDuring(() => everything(staged, 'b'))).toEqual([]);
});

test('with a fault that is active, no function of it is called at other places than its own', async () => {
  const staged = stage();
  staged.order(ORDER);
  const during = await faultCallsDuring(() => everything(staged, 'a'));
  expect(during).toEqual(expect.arrayContaining([expect.stringContaining('engine/device-places')]));
  expect(during.filter((call) => call.includes('engine/guard'))).toEqual([]);
});

test('a fault that waits or has ended is not on the way', async () => {
  const staged = stage();
  staged.order({ ...ORDER, after: '10m' });
  staged.order({ ...ORDER, for: '1s' });
  await staged.clock.advance(1000);
  expect(staged.engine.list().map(({ state }) => state)).toEqual(['waiting', 'ended']);
  expect(await faultCallsDuring(() => everything(staged, 'a'))).toEqual([]);
});

test('a connection that was open before is taken hold of by the first fault, and let go after the last', async () => {
  const { order, engine, connect, simulator, clock } = stage();
  const connection = connect();
  const taps = () => simulator.connections.open().map(({ tap }) => tap !== undefined);
  expect(taps()).toEqual([false]);
  const first = order({ fault: 'stall' });
  const second = order({ fault: 'delay-events' });
  expect(taps()).toEqual([true]);
  connection.send('session.ping');
  await clock.advance(100);
  expect(connection.frames).toEqual([]);
  engine.clear(first);
  expect(taps()).toEqual([true]);
  engine.clear(second);
  expect(taps()).toEqual([false]);
  await clock.advance(100);
  expect(connection.frames).toMatchObject([{ type: 'reply', code: 'SUCCESS' }]);
});
