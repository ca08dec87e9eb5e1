import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('a command whose answer is lost was carried out, and its key gives the same command', async () => {
  const { order, relay, device, journal } = stage();
  order({ fault: 'response-lost', id: 'lost', on: { route: 'relays.set', client: 'operator' }, count: 1 });
  expect((await relay('plant-1', 'on', 'key-1')).delivery).toBe('reset');
  expect(device('plant-1').physical().executions).toBe(1);
  const repeated = await relay('plant-1', 'on', 'key-1');
  expect(repeated.data.command.status).toBe('SUCCEEDED');
  expect(device('plant-1').physical().executions).toBe(1);
  expect(journal).toEqual([
    {
      kind: 'fault',
      fault: 'lost',
      type: 'response-lost',
      deviceId: 'plant-1',
      cause: 'relays.set on plant-1 by operator (1st request; once)',
      effect: 'carried out with status 200, connection reset',
    },
  ]);
});

test('on a real socket the connection is reset after the device has acted', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  cloud.order({ fault: 'response-lost', on: { route: 'relays.set' }, count: 1 });
  const body = { relays: [{ index: 1, action: 'on' }] };
  const send = () => cloud.post('/devices/plant-1/relays/commands', body, { 'idempotency-key': 'key-1' });
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(cloud.executions('plant-1')).toBe(1);
  expect((await send()).status).toBe(200);
  expect(cloud.executions('plant-1')).toBe(1);
});
