// Keeps a run from doing harm: reads the relays before anything is switched, forbids what the profile does
// not allow, and puts the relays back in the end.
import type { SafetyPort } from '../run-options.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../target/profile.js';
import type { Target } from '../target/target.js';
import { objectionTo } from './objection.js';
import { type FoundRelays, readRelays } from './read-relays.js';
import { restoreRelays } from './restore-relays.js';

export interface SafetyOptions {
  readonly target: Target;
  readonly profile: Profile;
  /** Names of the devices of the profile that the run may use. */
  readonly devices: readonly string[];
  readonly signal?: AbortSignal;
}

/** Reads all relays that may be switched. What cannot be read is not switched. */
export async function createSafety(options: SafetyOptions): Promise<SafetyPort> {
  const { target, profile } = options;
  const found = new Map<string, FoundRelays>();
  const reading = options.devices.flatMap((name) => profile.devices[name] ?? []);
  await Promise.all(
    reading
      .filter((device) => device.relays.length > 0)
      .map(async (device) =>
        found.set(device.deviceId, await readRelays(target, profile, device, options.signal)),
      ),
  );
  const touched = new Set<string>();
  return {
    guard: (call) => {
      const objection = objectionTo(call, profile, found);
      if (objection === undefined && switchesRelays(call)) touched.add(call.deviceId);
      return objection;
    },
    restore: async () => {
      const lines = await Promise.all(
        [...touched].map((deviceId) => restoreRelays(target, profile, deviceId, found.get(deviceId))),
      );
      return lines.flat();
    },
  };
}

function switchesRelays(call: Call): call is Extract<Call, { name: 'operate' }> {
  return call.name === 'operate' && call.operation.name === 'device.relay.set';
}
