import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a command to an unresponsive device ends as TIMEOUT, and nothing was done', async () => {
  const { order, relay, read, clock, device } = stage();
  order({ fault: 'unresponsive', on: { device: 'plant-1' }, for: '20s' });
  const command = await relay('plant-1', 'on');
  expect(command.data.command.status).toBe('TIMEOUT');
  expect(device('plant-1').physical().executions).toBe(0);
  expect((await read('plant-1')).code).toBe('DEVICE_OFFLINE');
  await clock.advance(20_000);
  expect((await relay('plant-1', 'on')).data.command.status).toBe('SUCCEEDED');
});

test('an unresponsive device may do what it does not answer for', async () => {
  const { order, relay, device } = stage();
  order({ fault: 'unresponsive', on: { device: 'plant-1' }, with: { executes: true } });
  expect((await relay('plant-1', 'on')).data.command.status).toBe('TIMEOUT');
  expect(device('plant-1').physical().relays[0]?.closed).toBe(true);
});

test('the service may wait for an unresponsive device for less long than it does otherwise', async () => {
  const { order, relay, clock } = stage();
  order({ fault: 'unresponsive', on: { device: 'plant-1' }, with: { timeout: '1500ms' } });
  const began = clock.now();
  expect((await relay('plant-1', 'on')).data.command.status).toBe('TIMEOUT');
  expect(clock.now() - began).toBe(1500);
});

test('only the kinds of operation that were ordered go unanswered', async () => {
  const { order, relay, read, journal } = stage();
  order({ fault: 'unresponsive', on: { device: 'plant-1' }, with: { operations: ['control'] } });
  expect((await read('plant-1')).status).toBe(200);
  expect((await relay('plant-1', 'on')).data.command.status).toBe('TIMEOUT');
  expect(journal.map(({ cause }) => cause)).toEqual(['control on plant-1 (1st operation)']);
});
