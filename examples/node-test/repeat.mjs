// A test of a client with node:test: a lost reply, a repeat with the same key, and one switching of the relay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertReceived, assertSwitched, useSimulator } from 'relaybench/node-test';
import { createGate } from './gate.mjs';

test('a repeat after a lost reply switches the relay once', async (t) => {
  const simulator = await useSimulator(t, {
    faults: [{ fault: 'response-lost', on: { route: 'relays.set' }, count: 1 }],
  });

  await createGate(simulator.url, 'bench-01').open();

  assertSwitched(simulator, 'bench-01', 2, { times: 1 });
  assertReceived(simulator, 'relays.set', { device: 'bench-01', times: 2 });
});

test('three seconds later, the gate is asked again', async (t) => {
  const { url, clock, devices } = await useSimulator(t);
  const gate = createGate(url, 'bench-01');

  assert.equal(await gate.isBlocked(), false);
  devices.get('bench-01').stimuli.setInput(3, true);
  await clock.step(3000);
  assert.equal(await gate.isBlocked(), true);
});
