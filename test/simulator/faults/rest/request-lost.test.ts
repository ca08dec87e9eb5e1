import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('a lost request is not carried out, and its key is free', async () => {
  const { order, relay, device, simulator } = stage();
  order({ fault: 'request-lost', on: { route: 'relays.set' }, count: 1 });
  expect((await relay('plant-1', 'on', 'key-1')).delivery).toBe('reset');
  expect(device('plant-1').physical().executions).toBe(0);
  expect(simulator.ports.ledger.size).toBe(0);
  expect((await relay('plant-1', 'on', 'key-1')).data.command.status).toBe('SUCCEEDED');
});

test('on a real socket the connection is reset and there is no answer', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  cloud.order({ fault: 'request-lost', on: { route: 'devices.list' }, count: 1 });
  await expect(cloud.get('/devices')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect((await cloud.get('/devices')).status).toBe(200);
});
