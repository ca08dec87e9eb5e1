import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('requests get 429 with the wait that is left, and are served when it is over', async () => {
  const { order, list, logIn, clock } = stage();
  await logIn('operator');
  order({ fault: 'rate-limited', on: { route: 'devices.list' }, with: { retryAfter: '5s' } });
  const first = await list();
  expect([first.status, first.code]).toEqual([429, 'RATE_LIMITED']);
  expect(first.data).toEqual({ retryAfterSeconds: 5 });
  expect(first.headers['retry-after']).toBe('5');
  await clock.advance(3_500);
  expect((await list()).data.retryAfterSeconds).toBe(2);
  await clock.advance(1_499);
  expect((await list()).data.retryAfterSeconds).toBe(1);
  await clock.advance(1);
  expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(429);
});

test('each client has a window of its own', async () => {
  const { order, list, as, engine } = stage();
  order({ fault: 'rate-limited', on: { route: 'devices.list' }, count: 1 });
  expect((await list()).status).toBe(429);
  expect((await as('reader')('GET', '/devices')).status).toBe(200);
  expect((await list()).status).toBe(429);
  expect(engine.list()[0]).toMatchObject({ occasions: 2, firings: 1 });
});

test('a refused request takes nothing from the quota and remembers no key', async () => {
  const { order, relay, device, simulator } = stage();
  order({ fault: 'rate-limited', on: { route: 'relays.set' }, with: { retryAfter: '3s' }, for: '1s' });
  const before = simulator.ports.quotas.level('operator', 'control').left;
  expect((await relay('plant-1', 'on', 'key-1')).status).toBe(429);
  expect(simulator.ports.quotas.level('operator', 'control').left).toBe(before);
  expect(simulator.ports.ledger.size).toBe(0);
  expect(device('plant-1').physical().executions).toBe(0);
});

test('requests on a WebSocket connection share the window of their client with those over REST', async () => {
  const { order, connect, list, logIn, clock } = stage();
  await logIn('operator');
  const [connection, other] = [connect(), connect('reader')];
  order({ fault: 'rate-limited', on: { client: 'operator' }, with: { retryAfter: '4s' }, count: 1 });
  connection.send('session.ping', {}, 'refused');
  await clock.advance(1_500);
  expect(connection.frames).toMatchObject([
    { type: 'reply', requestId: 'refused', code: 'RATE_LIMITED', data: { retryAfterSeconds: 4 } },
  ]);
  expect((await list()).data).toEqual({ retryAfterSeconds: 3 });
  other.send('session.ping');
  await clock.advance(2_500);
  connection.send('session.ping', {}, 'served');
  await clock.advance(1);
  expect([other.frames[0].code, connection.frames[1].code]).toEqual(['SUCCESS', 'SUCCESS']);
  expect(connection.closed).toEqual([]);
});
