import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a request is answered with 500 in the envelope and not carried out', async () => {
  const { order, relay, device } = stage();
  order({ fault: 'internal-error', on: { route: 'relays.set' }, count: 1 });
  const failed = await relay('plant-1', 'on', 'key-1');
  expect([failed.status, failed.code, failed.delivery]).toEqual([500, 'INTERNAL_ERROR', 'whole']);
  expect(device('plant-1').physical().executions).toBe(0);
  expect((await relay('plant-1', 'on', 'key-1')).status).toBe(200);
});

test('a request may be carried out all the same, and its key then gives the command', async () => {
  const { order, relay, device } = stage();
  order({ fault: 'internal-error', on: { device: 'plant-1' }, with: { executes: true }, count: 1 });
  expect((await relay('plant-1', 'on', 'key-1')).status).toBe(500);
  expect((await relay('plant-1', 'on', 'key-1')).data.command.status).toBe('SUCCEEDED');
  expect(device('plant-1').physical().executions).toBe(1);
});

test('upgrades are refused, and the ticket is good for the next one', async () => {
  const { order, engine, simulator, journal } = stage();
  const caller = simulator.ports.access.stillEnabled('operator');
  const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
  if (!ticket.ok) throw new Error('tickets are to be had');
  const open = async () => simulator.service.openConnection(ticket.value.ticket);
  const id = order({ fault: 'internal-error', with: { over: 'upgrade' } });
  expect(await open()).toMatchObject({ refusal: { code: 'INTERNAL_ERROR' } });
  expect(journal.map(({ cause }) => cause)).toEqual(['an upgrade (1st request)']);
  engine.clear(id);
  // Whose ticket it is, is not known before it has been taken.
  order({ fault: 'internal-error', on: { client: 'operator' }, with: { over: 'upgrade' } });
  expect((await open()).ok).toBe(true);
});

test('a token request fails too, by the client that its body names', async () => {
  const { order, logIn, journal } = stage();
  order({ fault: 'internal-error', on: { route: 'token.create', client: 'reader' } });
  expect((await logIn('operator')).status).toBe(200);
  expect((await logIn('reader')).status).toBe(500);
  expect(journal.map(({ cause }) => cause)).toEqual(['token.create by reader (1st request)']);
});

test('a request on a WebSocket connection gets INTERNAL_ERROR, is not carried out, and the connection goes on', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'internal-error', on: { device: 'plant-1' }, with: { over: 'websocket' }, count: 1 });
  const operation = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } };
  connection.send('device.operation.execute', { deviceId: 'plant-1', operation, idempotencyKey: 'k' });
  await clock.advance(5_000);
  expect(connection.frames).toMatchObject([{ type: 'reply', requestId: 'r1', code: 'INTERNAL_ERROR' }]);
  expect(device('plant-1').physical().executions).toBe(0);
  connection.send('session.ping');
  await clock.advance(1);
  expect(connection.frames[1]).toMatchObject({ requestId: 'r2', code: 'SUCCESS' });
});
