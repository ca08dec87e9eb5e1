// The device that checks may add and remove: whether it was there before the run, and that it is again as it was.
import { SUCCESS } from '../../contract/error-codes.js';
import type { DeviceList } from '../../contract/schemas/device.js';
import { grants } from '../../contract/scopes.js';
import type { Call } from '../target/call.js';
import { patiently, type Tried, wordsOf } from '../target/patiently.js';
import type { ManagedDevice, Profile } from '../profile/profile.js';
import type { Target } from '../target/target.js';
import type { Bounds } from './caretaker.js';
import { SafetyError } from '../target/gated-transport.js';

export interface ManagementKeeper {
  /** Before each change: looks whether the device is there, once. Rejects with SafetyError when this cannot be found out. */
  before(bounds: Bounds): Promise<void>;
  /** What could not be put back, in words. */
  restore(bounds: Bounds): Promise<readonly string[]>;
}

export function createManagementKeeper(
  target: Target,
  { clients, longestWait }: Pick<Profile, 'clients' | 'longestWait'>,
  { deviceId, name, profileId, password }: ManagedDevice,
): ManagementKeeper {
  const { clock } = target;
  const client = Object.entries(clients).find(([, { scopes }]) => grants(scopes, 'device:manage'))?.[0];
  const ask = (call: Call, { until, signal }: Bounds, throughAbsence: boolean): Promise<Tried> => {
    const patience = { clock, limits: { until, longestAnnounced: longestWait }, signal, throughAbsence };
    return patiently(() => target.request(call, { client: client ?? '' }), patience);
  };

  /** Undefined when this cannot be found out; `why` is the reason then. */
  let why = 'no API client of the profile has device:manage';
  const isListed = async (bounds: Bounds): Promise<boolean | undefined> => {
    if (client === undefined) return undefined;
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const call: Call = { name: 'listDevices', ...(cursor === undefined ? {} : { cursor }) };
      const tried = await ask(call, bounds, true);
      const { outcome } = tried;
      if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS || outcome.reply.dialectMismatches) {
        why = wordsOf(tried);
        return undefined;
      }
      const list = outcome.reply.data as DeviceList;
      if (list.devices.some((device) => device.deviceId === deviceId)) return true;
      cursor = list.nextCursor;
      if (cursor === undefined) return false;
    }
    return false;
  };

  let initial: Promise<boolean> | undefined;
  const look = async (bounds: Bounds): Promise<boolean> => {
    const listed = await isListed(bounds);
    if (listed !== undefined) return listed;
    initial = undefined;
    throw new SafetyError(`${deviceId} is not managed while nobody can tell whether it is there: ${why}`);
  };
  return {
    before: async (bounds) => void (await (initial ??= look(bounds))),
    restore: async (bounds) => {
      const wanted = await initial?.catch(() => undefined);
      if (wanted === undefined) return [];
      // Its password may be another one now; adding it anew is the way back that needs no knowledge of that.
      if ((await isListed(bounds)) !== false) await ask({ name: 'removeDevice', deviceId }, bounds, true);
      const named = name === undefined ? {} : { name };
      const addition = { deviceId, ...named, profileId, password };
      if (wanted) await ask({ name: 'addDevice', addition }, bounds, false);
      const now = await isListed(bounds);
      if (now === wanted) initial = undefined;
      return now === wanted ? [] : [describe(deviceId, wanted, now, why)];
    },
  };
}

const MOST_PAGES = 1000;

function describe(deviceId: string, wanted: boolean, now: boolean | undefined, why: string): string {
  const was = wanted ? 'was listed before the run' : 'was not listed before the run';
  if (now === undefined) return `${deviceId} ${was}, and may not be so now: ${why}`;
  return `${deviceId} ${was}, and ${now ? 'is' : 'is not'} now`;
}
