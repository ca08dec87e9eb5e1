import { expect, test } from 'vitest';
import { onSockets } from '../sockets.js';
import { stage } from '../staged.js';

test('the answer is the same, and is to be sent slowly', async () => {
  const { order, list, journal } = stage();
  order({ fault: 'slow-body', on: { route: 'devices.list' }, with: { bytesPerSecond: 50 } });
  const answer = await list();
  expect([answer.status, answer.delivery]).toEqual([200, 'slow']);
  expect(answer.data.devices).toHaveLength(4);
  expect(journal[0]?.effect).toMatch(/^\d+ bytes of answer at 50 a second$/);
});

test('on a real socket the answer comes in pieces and takes its time', async () => {
  await using cloud = await onSockets();
  await cloud.logIn('operator');
  cloud.order({ fault: 'slow-body', on: { route: 'devices.list' }, with: { bytesPerSecond: 100 } });
  const before = cloud.clock.now();
  const answer = await cloud.get('/devices');
  expect(answer.status).toBe(200);
  expect(answer.chunks).toBeGreaterThan(3);
  expect(cloud.clock.now() - before).toBeGreaterThan((answer.body.length / 100) * 1000 * 0.8);
});

test('a connection that another fault resets has no slow body', async () => {
  const { order, list, engine } = stage();
  order({ fault: 'slow-body', id: 'slow' });
  order({ fault: 'response-lost', on: { route: 'devices.list' } });
  expect((await list()).delivery).toBe('reset');
  expect(engine.list()[0]?.id).toBe('slow');
});
