import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('sockets are closed and tickets are gone; commands, keys and tokens are kept', async () => {
  const { order, connect, relay, operator, simulator, clock, device, journal } = stage();
  const connection = connect();
  const { data } = await relay('plant-1', 'on', 'key-1');
  const ticket = (await operator('POST', '/ws/ticket')).data.ticket;
  order({ fault: 'restart', with: { downtime: '4s' } });
  expect(connection.closed).toEqual([1012]);
  expect((await operator('GET', '/devices')).delivery).toBe('reset');
  expect(simulator.service.openConnection(ticket).ok).toBe(false);
  await clock.advance(3_999);
  expect((await operator('GET', '/devices')).delivery).toBe('reset');
  await clock.advance(1);
  expect(simulator.service.openConnection(ticket)).toMatchObject({ refusal: { code: 'TICKET_INVALID' } });
  const { commandId } = data.command;
  expect((await operator('GET', `/commands/${commandId}`)).data.command.status).toBe('SUCCEEDED');
  expect((await relay('plant-1', 'on', 'key-1')).data.command.commandId).toBe(commandId);
  expect(device('plant-1').physical().executions).toBe(1);
  expect(connect().closed).toEqual([]);
  expect(journal.map(({ effect }) => effect)).toEqual(['1 sockets closed with 1012, down for 4 s']);
});

test('whoever waited when the service went down gets no answer, though the device has acted', async () => {
  const { order, relay, logIn, clock, device } = stage();
  await logIn('operator');
  order({ fault: 'restart', after: '100ms', with: { downtime: '1s' } });
  const waiting = relay('plant-1', 'on', 'key-1');
  await clock.advance(300);
  expect((await waiting).delivery).toBe('reset');
  await clock.advance(2_000);
  expect((await relay('plant-1', 'on', 'key-1')).data.command.status).toBe('SUCCEEDED');
  expect(device('plant-1').physical().executions).toBe(1);
});

test('requests may get 500 instead, the code may be another, and restarts may come again', async () => {
  const { order, connect, list, clock } = stage();
  await list();
  order({ fault: 'restart', with: { code: 1001, downtime: '1s', requests: 'internal-error', again: '10s' } });
  expect([(await list()).status, (await list()).delivery]).toEqual([500, 'whole']);
  await clock.advance(1_000);
  const connection = connect();
  expect((await list()).status).toBe(200);
  await clock.advance(10_000);
  expect(connection.closed).toEqual([1001]);
  expect((await list()).status).toBe(500);
});

test('on real sockets connections get the code and requests are reset until it is over', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  const { closed } = await cloud.connect();
  const id = cloud.order({ fault: 'restart', with: { downtime: '1h' } });
  expect((await closed)[0]).toBe(1012);
  await expect(cloud.get('/devices')).rejects.toMatchObject({ code: 'ECONNRESET' });
  cloud.engine.clear(id);
  expect((await cloud.get('/devices')).status).toBe(200);
  const again = await cloud.connect();
  expect(again.socket.readyState).toBe(again.socket.OPEN);
});
