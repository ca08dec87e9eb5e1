// The device that checks may add and remove: whether it was there before the run, and that it is again as it was.
import type { DeviceRecord } from '../../contract/schemas/device.js';
import { type Call, devicePages } from '../target/call.js';
import { type PatientOutcome, patientWords, waitUntil } from '../target/retry.js';
import { type ManagedDevice, type Profile, clientsWith } from '../profile/profile.js';
import type { RestoreBook, ManagedBefore } from '../restore/record.js';
import type { Target } from '../target/target.js';
import { createAsking, type RestoreBounds } from './caretaker.js';
import { SafetyError } from '../target/gated-transport.js';
import { createUnsettled } from './effect-history.js';

/** Why nothing is changed, when it cannot be stored how to put it back. */
export function notStored(why: string): string {
  return `nothing is changed while the restore file cannot be written: ${why}`;
}

export type ManagementKeeper = ReturnType<typeof createManagementKeeper>;

export function createManagementKeeper(
  target: Target,
  { clients, longestWait }: Pick<Profile, 'clients' | 'longestWait'>,
  managed: ManagedDevice,
  book?: Pick<RestoreBook, 'managed' | 'stored'>,
) {
  const { clock } = target;
  const [client] = clientsWith({ clients }, 'device:manage');
  const ask = createAsking(target, longestWait).bind(undefined, client ?? '');

  /** Undefined when this cannot be found out; `why` is the reason then. */
  let why = 'no API client of the profile has device:manage';
  const listed = async (bounds: RestoreBounds): Promise<DeviceRecord | 'absent' | undefined> => {
    if (client === undefined) return undefined;
    const found = await findListed(managed.deviceId, (call) => ask(call, bounds));
    if (typeof found !== 'object' || !('tried' in found)) return found;
    why = patientWords(found.tried);
    return undefined;
  };
  const unsettled = createUnsettled();
  let initial: Promise<ManagedBefore> | undefined;
  const look = async (bounds: RestoreBounds): Promise<ManagedBefore> => {
    const found = await listed(bounds);
    if (found === undefined) {
      initial = undefined;
      throw new SafetyError(
        `${managed.deviceId} is not managed while nobody can tell whether it is there: ${why}`,
      );
    }
    const before = foundAs(managed, found);
    book?.managed(before);
    return before;
  };
  managed.onNamed?.((deviceId) => void initial?.then((before) => book?.managed({ ...before, deviceId })));
  return {
    /** Whether another run may have left it under that name: where the server names it, under any. */
    isCalled: (deviceId: string) => managed.namedBy === 'server' || managed.deviceId === deviceId,
    /** Another run has found it so, and may have changed it; at that clock time (ms) at the latest. */
    adopt: (found: ManagedBefore, at: number) => {
      managed.named?.(found.deviceId);
      initial ??= Promise.resolve(found);
      unsettled.changedByOthers(at);
    },
    begin: unsettled.begin,
    ended: unsettled.end,
    /** Before each change: looks whether the device is there, once. Rejects with SafetyError when this cannot be found out. */
    before: async (bounds: RestoreBounds) => {
      await (initial ??= look(bounds));
      const unstored = await book?.stored();
      if (unstored !== undefined) throw new SafetyError(notStored(unstored));
    },
    /** What could not be put back, in words. */
    restore: async (bounds: RestoreBounds): Promise<readonly string[]> => {
      const wanted = await initial?.catch(() => undefined);
      if (wanted === undefined) return [];
      const { deviceId } = managed;
      // What is under way yet, such as a removal without a reply, would undo all that is done here.
      await waitUntil(clock, Math.min(unsettled.settledAt(clock.now()), bounds.until), bounds.signal);
      if ((await listed(bounds)) !== 'absent') await ask({ name: 'removeDevice', deviceId }, bounds);
      if (wanted.listed) await ask(additionOf(managed, wanted), bounds, { throughAbsence: false });
      const found = await listed(bounds);
      const now = found && found !== 'absent';
      if (now !== wanted.listed) return [describe(deviceId, wanted.listed, now, why)];
      initial = undefined;
      bounds.tell?.(`${deviceId} is ${now ? 'listed again' : 'not listed'}, as before`);
      return [];
    },
  };
}

/** Looks through all pages; `tried` is a look that failed. */
async function findListed(
  deviceId: string,
  ask: (call: Call) => Promise<PatientOutcome>,
): Promise<DeviceRecord | 'absent' | { readonly tried: PatientOutcome }> {
  for await (const { tried, devices } of devicePages(ask, MOST_PAGES)) {
    if (!devices) return { tried };
    const found = devices.find((device) => device.deviceId === deviceId);
    if (found) return found;
  }
  return 'absent';
}

/** A list may leave out what the profile knows. */
function foundAs({ deviceId, ...known }: ManagedDevice, found: DeviceRecord | 'absent'): ManagedBefore {
  const there = found === 'absent' ? undefined : found;
  const name = there?.name ?? known.name;
  return {
    deviceId,
    listed: there !== undefined,
    ...(name === undefined ? {} : { name }),
    profileId: there?.profileId ?? known.profileId,
    ...(known.passwordEnv !== undefined && { passwordEnv: known.passwordEnv }),
  };
}

/** Its password may be another one now; adding it anew is the way back that needs no knowledge of that. */
function additionOf({ deviceId, password }: ManagedDevice, { name, profileId }: ManagedBefore): Call {
  const named = name === undefined ? {} : { name };
  return { name: 'addDevice', addition: { deviceId, ...named, profileId, password } };
}

const MOST_PAGES = 1000;

function describe(deviceId: string, wanted: boolean, now: boolean | undefined, why: string): string {
  const was = wanted ? 'was listed before the run' : 'was not listed before the run';
  if (now === undefined) return `${deviceId} ${was}, and may not be so now: ${why}`;
  return `${deviceId} ${was}, and ${now ? 'is' : 'is not'} now`;
}
