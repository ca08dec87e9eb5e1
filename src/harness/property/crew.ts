// What the programs of one tenant run with on a target: its devices, and what leaves one of them as programs begin.
import { SUCCESS } from '../../contract/error-codes.js';
import { grants } from '../../contract/scopes.js';
import { unlessUnsafe } from '../target/gated-transport.js';
import { patientWords, untilEnded } from '../target/retry.js';
import type { Leases, Lessor } from '../target/leases.js';
import type { Profile } from '../profile/profile.js';
import type { Target } from '../target/target.js';
import { createDevicePool, type DevicePool } from './device-pool.js';
import type { DeviceFacts, ProgramFacts, ProgramPool } from './facts.js';
import type { KnownDevices } from './kept-devices.js';

/** What the programs of one tenant run with. */
export interface Crew {
  readonly facts: ProgramFacts;
  readonly devices: DevicePool;
  /** In words why it must not be done. */
  readonly switchOff: (device: DeviceFacts, mark: string) => Promise<string | undefined>;
}

export interface CrewOptions {
  /** Nothing forbidden passes through it. */
  readonly target: Target;
  readonly profile: Profile;
  readonly leases: Leases;
  /** Others may ask it for devices at the same time. */
  readonly lessor: Lessor;
  readonly signal: AbortSignal;
  /** Puts back what has been changed of these devices; what could not be, in words. */
  readonly restore: (deviceIds: readonly string[]) => Promise<readonly string[]>;
}

/** @param run stands in the keys of its requests. */
export function crewOf(
  { facts, alike }: ProgramPool,
  known: KnownDevices,
  run: string,
  { target, profile, leases, lessor, signal, restore }: CrewOptions,
): Crew {
  const devices = createDevicePool({
    alike,
    known,
    clock: target.clock,
    signal,
    leases,
    lessor,
    clients: facts.clients.map(({ profileName }) => profileName),
    revive: async (device) => {
      const client = facts.clients[0]?.profileName ?? '';
      const { deviceId } = device.entry;
      const asked = await unlessUnsafe(() =>
        target.request({ name: 'refresh', deviceId }, { client, signal }),
      );
      if (!asked.ok) return asked.why;
      const { outcome } = asked.value;
      if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS)
        return `still ${patientWords(asked.value)}`;
      const [left] = await restore([deviceId]);
      return left;
    },
  });
  return { facts, devices, switchOff: createSwitchingOff({ target, profile, signal }, facts, run) };
}

/**
 * In words why it must not be done. Another failure has no consequences: each program switches its relays off at its
 * beginning as well.
 */
function createSwitchingOff(
  { target, profile, signal }: Pick<CrewOptions, 'target' | 'profile' | 'signal'>,
  { clients }: ProgramPool['facts'],
  run: string,
): Crew['switchOff'] {
  const client = clients.find(({ scopes }) => grants(scopes, 'device:control'))?.profileName;
  return async ({ relays, entry: { deviceId, relays: indices }, profileName }, mark) => {
    if (client === undefined || relays.length === 0) return undefined;
    const off = indices.slice(0, relays.length).map((index) => ({ index, action: 'off' as const }));
    const idempotencyKey = `conform-${run}-${mark}-off-${profileName}`;
    const operation = { name: 'device.relay.set', params: { relays: off } } as const;
    const call = { name: 'operate', deviceId, operation, idempotencyKey } as const;
    // Once the run is told to end, nothing may switch beside what puts back.
    const sent = await unlessUnsafe(async () => {
      const { outcome } = await target.request(call, { client, signal });
      const until = target.clock.now() + profile.patience;
      await untilEnded(target, outcome, { client, until, signal });
    });
    return sent.ok ? undefined : sent.why;
  };
}
