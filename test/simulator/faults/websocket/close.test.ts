import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('open connections of the selected client are closed with the code, new ones are not', () => {
  const { order, connect, journal } = stage();
  const [mine, other] = [connect('operator'), connect('reader')];
  order({ fault: 'close', on: { client: 'operator' }, with: { code: 4321 } });
  expect([mine.closed, other.closed]).toEqual([[4321], []]);
  expect(connect('operator').closed).toEqual([]);
  expect(journal.map(({ cause, effect }) => [cause, effect])).toEqual([
    ['connection ws-1 of operator (1st connection)', 'closed with 4321'],
  ]);
});

test('with a lifetime, each new connection is closed when its time has come', async () => {
  const { order, connect, clock } = stage();
  order({ fault: 'close', with: { code: 1012, connections: 'new', lifetime: '3s' } });
  const connection = connect();
  await clock.advance(2_999);
  expect(connection.closed).toEqual([]);
  await clock.advance(1);
  expect(connection.closed).toEqual([1012]);
});

test('codes that no server may send are refused', () => {
  const { order } = stage();
  for (const code of [999, 1004, 1005, 1015, 2999, 5000]) {
    expect(() => order({ fault: 'close', with: { code } })).toThrow('1000 to 1003');
  }
});

test('on a real socket the client sees the code and the reason', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  const { closed } = await cloud.connect();
  cloud.order({ fault: 'close', with: { code: 1013, reason: 'try later' } });
  const [code, reason] = await closed;
  expect([code, reason.toString()]).toEqual([1013, 'try later']);
});

test('on a real socket 1006 breaks the connection without a close frame', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  const { closed } = await cloud.connect();
  cloud.order({ fault: 'close', with: { code: 1006 } });
  const [code] = await closed;
  expect(code).toBe(1006);
});
