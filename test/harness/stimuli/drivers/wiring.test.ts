// Stimuli by wire: a relay that drives the input.
import { expect, test } from 'vitest';
import { refusal, success } from '../../target/rig.js';
import { stimuliRig } from '../stimuli-rig.js';

const WIRED = 'set-input: { wiring: [{ device: bench, input: 1, relay: 2 }] }';

test('switches the relay that drives the input, once, through what is legal at any moment', async () => {
  const bodies: unknown[] = [];
  const keys = new Set<string | undefined>();
  const rig = stimuliRig(
    WIRED,
    {},
    {
      http: ({ path, json, headers }) => {
        if (!path.endsWith('/relays/commands')) return undefined;
        bodies.push(json);
        keys.add(headers['idempotency-key']);
        return bodies.length === 1 ? refusal(409, 'DEVICE_BUSY') : success({});
      },
    },
  );
  const acted = rig.clock.runUntil(rig.act('set-input', { index: 1, active: true }));
  expect(await acted).toEqual({ kind: 'applied' });
  expect(bodies).toEqual([
    { relays: [{ index: 2, action: 'on' }] },
    { relays: [{ index: 2, action: 'on' }] },
  ]);
  expect(keys.size).toBe(1);
});

test('turns the relay the other way where the contact is inverted, and tells of a refusal', async () => {
  const actions: unknown[] = [];
  const rig = stimuliRig(
    WIRED.replace('relay: 2', 'relay: 2, inverted: true'),
    {},
    {
      http: ({ path, json }) => {
        if (!path.endsWith('/relays/commands')) return undefined;
        actions.push((json['relays'] as { action: string }[])[0]?.action);
        return refusal(403, 'AUTH_SCOPE_DENIED');
      },
    },
  );
  expect(await rig.act('set-input', { index: 1, active: true })).toEqual({
    kind: 'failed',
    detail: 'switching relay 2: 403 AUTH_SCOPE_DENIED',
  });
  expect(actions).toEqual(['off']);
});
