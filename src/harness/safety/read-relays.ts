// How the relays of a device stand before a run.
import { deviceDetail } from '../../contract/schemas/device.js';
import type { DeviceProfileEntry, Profile } from '../target/profile.js';
import type { Target } from '../target/target.js';
import { clientFor } from './client-for.js';
import { insist } from './insist.js';

export type FoundRelays =
  /** Whether each relay that may be switched is on, by its index. */
  | { readonly ok: true; readonly on: ReadonlyMap<number, boolean> }
  | { readonly ok: false; readonly why: string };

export async function readRelays(
  target: Target,
  profile: Profile,
  device: DeviceProfileEntry,
  signal?: AbortSignal,
): Promise<FoundRelays> {
  const client = clientFor(profile, device.deviceId, 'device:read');
  if (client === undefined) return { ok: false, why: 'no API client may read the device' };
  const call = { name: 'refresh', deviceId: device.deviceId } as const;
  const insisted = await insist(target.clock, () => target.request(call, { client }), signal);
  if (!insisted.ok) return insisted;
  const detail = deviceDetail.safeParse(insisted.reply.data);
  if (!detail.success) return { ok: false, why: insisted.reply.mismatches[0] ?? 'its state is not shown' };
  const on = new Map(detail.data.peripherals.relays.map((relay) => [relay.index, relay.on]));
  const missing = device.relays.filter((index) => !on.has(index));
  if (missing.length > 0) return { ok: false, why: `it has no relay ${missing.join(', ')}` };
  return { ok: true, on: new Map([...on].filter(([index]) => device.relays.includes(index))) };
}
