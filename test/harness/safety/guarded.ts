// A bench behind safety, and calls to try on it.
import type { RelayAction } from '../../../src/contract/operations.js';
import type { Operation } from '../../../src/contract/schemas/command.js';
import type { Call } from '../../../src/harness/target/call.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { createSafety, type Safety } from '../../../src/harness/safety/safety.js';
import type { Target } from '../../../src/harness/target/target.js';
import type { Bench } from '../target/bench.js';
import { plainDialect } from '../target/plain-dialect.js';
import { createRig, PROFILE, type Rig } from '../target/rig.js';

export const operator = { client: 'operator' };
export const KNOWN = {
  relays: [
    { index: 1, on: false },
    { index: 2, on: true },
    { index: 3, on: false },
  ],
  digitalInputs: [],
  analogInputs: [],
  sensors: [],
};
export const BENCH: Profile = {
  ...PROFILE,
  devices: {
    bench: { deviceId: 'dev-1', relays: [1, 2], rs485: { answered: '01ff' } },
    cabinet: { deviceId: 'dev-9', relays: [] },
  },
};

export const set = (relays: Record<number, RelayAction>, deviceId = 'dev-1'): Call => ({
  name: 'operate',
  deviceId,
  operation: {
    name: 'device.relay.set',
    params: { relays: Object.entries(relays).map(([index, action]) => ({ index: Number(index), action })) },
  },
});
export const run = (operation: Operation, deviceId = 'dev-1'): Call => ({
  name: 'operate',
  deviceId,
  operation,
});
export const post = (path: string, body: unknown): Call => ({
  name: 'http',
  method: 'POST',
  path: `/svc/v1/devices/${path}`,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const frame = (data: unknown): Call => ({
  name: 'frame',
  text: JSON.stringify({ type: 'request', topic: 'device.operation.execute', requestId: 'r', data }),
});

export interface Guarded extends Rig {
  readonly safety: Safety;
  readonly guarded: Target;
}

export function guard(bench: Bench, script: Parameters<typeof createRig>[0] = {}): Guarded {
  const gate = createGate({ profile: BENCH, dialect: plainDialect });
  const rig = createRig({ ...script, ...bench.script }, { profile: BENCH, gate });
  const safety = createSafety(rig.target, BENCH, { gate });
  return { ...rig, safety, guarded: safety.protect(rig.target) };
}
