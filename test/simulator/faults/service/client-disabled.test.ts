import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a disabled client is refused on both channels, and served again when the fault ends', async () => {
  const { order, list, connect, clock, logIn, as } = stage();
  await list();
  const connection = connect();
  order({ fault: 'client-disabled', on: { client: 'operator' }, for: '10s' });
  expect([(await list()).status, (await list()).code]).toEqual([403, 'APP_DISABLED']);
  expect((await logIn('operator')).code).toBe('APP_DISABLED');
  expect((await as('reader')('GET', '/devices')).status).toBe(200);
  connection.send('session.ping');
  await clock.advance(0);
  expect(connection.frames).toMatchObject([{ code: 'APP_DISABLED' }]);
  expect(connection.closed).toEqual([1008]);
  await clock.advance(10_000);
  expect((await list()).status).toBe(200);
});

test('a client that was disabled before stays disabled', () => {
  const { order, engine, simulator } = stage();
  simulator.ports.access.setDisabled('reader', true);
  engine.clear(order({ fault: 'client-disabled', on: { client: '*' } }));
  expect(simulator.ports.access.stillEnabled('reader').ok).toBe(false);
  expect(simulator.ports.access.stillEnabled('operator').ok).toBe(true);
});
