// Waits until a device that had no power or no network is connected again, as the target sees it.
import { SUCCESS } from '../../contract/error-codes.js';
import type { DeviceList } from '../../contract/schemas/device.js';
import { grants } from '../../contract/scopes.js';
import { patiently } from '../target/patiently.js';
import type { Profile } from '../profile/profile.js';
import type { Target } from '../target/target.js';

/** A device boots, and a service may take its time to notice; in ms. */
export const LONGEST_ABSENCE = 60_000;
const PAUSE = 500;

/** Whether it is back; true as well when the target's list does not tell. @param atMost how long to wait, in ms. */
export async function comeBack(
  target: Target,
  { clients, longestWait }: Pick<Profile, 'clients' | 'longestWait'>,
  device: { readonly name: string; readonly deviceId: string },
  signal: AbortSignal,
  atMost = LONGEST_ABSENCE,
): Promise<boolean> {
  const { clock } = target;
  const client = Object.entries(clients).find(
    ([, { scopes, devices }]) => grants(scopes, 'device:read') && (devices?.includes(device.name) ?? true),
  )?.[0];
  if (client === undefined) return true;
  const until = clock.now() + atMost;
  for (;;) {
    const { outcome } = await patiently(() => target.request({ name: 'listDevices' }, { client }), {
      clock,
      limits: { until, longestAnnounced: longestWait },
      signal,
      throughAbsence: true,
    });
    const listed =
      outcome.kind === 'reply' && outcome.reply.code === SUCCESS && !outcome.reply.dialectMismatches
        ? (outcome.reply.data as DeviceList).devices.find(({ deviceId }) => deviceId === device.deviceId)
        : undefined;
    if (listed && listed.online !== false && listed.powered !== false) return true;
    if (clock.now() + PAUSE > until || signal.aborted) return false;
    await clock.sleep(PAUSE, signal).catch(() => undefined);
  }
}
