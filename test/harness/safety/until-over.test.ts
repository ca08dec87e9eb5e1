// Work that is left to itself when a run is over sends nothing any more.
import { expect, test } from 'vitest';
import { untilOver } from '../../../src/harness/safety/safety.js';
import { SafetyError } from '../../../src/harness/target/gated-transport.js';
import { createRig } from '../target/rig.js';
import { operator, set } from './guarded.js';

test('nothing leaves once nobody waits for the work, over REST or a connection', async () => {
  const over = new AbortController();
  const rig = createRig({ upgrade: () => 'open' });
  const target = untilOver(rig.target, over.signal);
  const opened = await target.connect('operator');
  if (opened.kind !== 'open') throw new Error('it opens');
  await target.request(set({ 1: 'on' }), operator);
  const before = rig.arrived.length;
  over.abort();
  await expect(target.request(set({ 1: 'off' }), operator)).rejects.toThrow(SafetyError);
  await expect(opened.connection.request({ name: 'ping' })).rejects.toThrow(SafetyError);
  await expect(target.recordingTo(rig.trace).request(set({ 1: 'off' }), operator)).rejects.toThrow(
    SafetyError,
  );
  expect(rig.arrived.length).toBe(before);
});

test('a run that nothing can end has the target as it is', () => {
  const { target } = createRig();
  expect(untilOver(target, undefined)).toBe(target);
});
