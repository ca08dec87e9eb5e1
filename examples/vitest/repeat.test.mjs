// A test of a client with vitest: a lost reply, a repeat with the same key, and one switching of the relay.
import { expect, test } from 'vitest';
import { useSimulator } from 'relaybench/vitest';
import { createGate } from '../node-test/gate.mjs';

test('a repeat after a lost reply switches the relay once', async () => {
  const simulator = await useSimulator({
    faults: [{ fault: 'response-lost', on: { route: 'relays.set' }, count: 1 }],
  });

  await createGate(simulator.url, 'bench-01').open();

  expect(simulator).toHaveSwitched('bench-01', 2, { times: 1 });
  expect(simulator).toHaveReceived('relays.set', { device: 'bench-01', times: 2 });
});

test('three seconds later, the gate is asked again', async () => {
  const { url, clock, devices } = await useSimulator();
  const gate = createGate(url, 'bench-01');

  expect(await gate.isBlocked()).toBe(false);
  devices.get('bench-01').stimuli.setInput(3, true);
  await clock.step(3000);
  expect(await gate.isBlocked()).toBe(true);
});
