import { once } from 'node:events';
import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('nothing comes or goes on a half-open connection, and in the end it breaks', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'half-open', for: '20s' });
  connection.send('session.ping');
  device('plant-1').stimuli.dropLink();
  await clock.advance(19_999);
  expect(connection.frames).toEqual([]);
  expect(connection.closed).toEqual([]);
  await clock.advance(1);
  expect(connection.closed).toEqual([1006]);
});

test('a connection that is opened meanwhile is alive, unless new ones are ordered too', async () => {
  const { order, connect, clock } = stage();
  order({ fault: 'half-open', on: { client: 'reader' }, with: { connections: 'new' } });
  order({ fault: 'half-open', on: { client: 'operator' } });
  const [dead, alive] = [connect('reader'), connect('operator')];
  dead.send('session.ping');
  alive.send('session.ping');
  await clock.advance(0);
  expect([dead.frames.length, alive.frames.length]).toEqual([0, 1]);
});

test('when the service gives a half-open connection up, the client hears nothing of it', async () => {
  const { order, connect, clock } = stage();
  const connection = connect();
  order({ fault: 'half-open' });
  await clock.advance(600_000);
  expect(connection.closed).toEqual([]);
});

test('on a real socket not even a ping of the protocol is answered, and other connections live', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  const dead = await cloud.connect();
  const id = cloud.order({ fault: 'half-open' });
  const alive = await cloud.connect();
  let pongs = 0;
  dead.socket.on('pong', () => pongs++);
  dead.socket.ping();
  dead.ping('lost');
  alive.socket.ping();
  await once(alive.socket, 'pong');
  alive.ping('seen');
  await once(alive.socket, 'message');
  expect([pongs, dead.frames]).toEqual([0, []]);
  expect(alive.frames).toMatchObject([{ requestId: 'seen', code: 'SUCCESS' }]);
  cloud.engine.clear(id);
  const [code] = await dead.closed;
  expect([code, pongs, dead.frames]).toEqual([1006, 0, []]);
});
