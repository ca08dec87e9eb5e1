import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('frames of both directions are held back, and released in their order when the fault ends', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'stall', for: '10s' });
  connection.send('session.ping', {}, 'a');
  device('plant-1').stimuli.dropLink();
  await clock.advance(5_000);
  device('plant-1').stimuli.restoreLink();
  connection.send('session.ping', {}, 'b');
  await clock.advance(4_999);
  expect(connection.frames).toEqual([]);
  await clock.advance(1);
  expect(connection.frames.map(({ topic, requestId }) => topic ?? requestId)).toEqual([
    'device.connection.offline',
    'device.connection.online',
    'a',
    'b',
  ]);
});

test('a stalled connection is closed when too much waits for it', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'stall' });
  for (let nth = 0; nth < 600; nth++) {
    device('plant-1').stimuli.dropLink();
    device('plant-1').stimuli.restoreLink();
  }
  await clock.advance(1);
  expect(connection.closed).toEqual([1013]);
  expect(connection.frames).toEqual([]);
});

test('two stalls on one connection hold it until both have ended', async () => {
  const { order, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'stall', for: '2s' });
  order({ fault: 'stall', for: '4s' });
  connection.send('session.ping');
  await clock.advance(3_999);
  expect(connection.frames).toHaveLength(0);
  await clock.advance(1);
  expect(connection.frames).toHaveLength(1);
});

test('on a real socket the reply comes when the fault has ended', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  const { socket, frames, ping } = await cloud.connect();
  const id = cloud.order({ fault: 'stall' });
  ping('held');
  const pong = new Promise((resolve) => socket.once('pong', resolve));
  socket.ping();
  await pong;
  expect(frames).toEqual([]);
  const message = new Promise((resolve) => socket.once('message', resolve));
  cloud.engine.clear(id);
  await message;
  expect(frames).toMatchObject([{ requestId: 'held' }]);
});
