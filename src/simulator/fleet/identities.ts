// Who the devices of the file are, in its order. A small fleet is listed again and again, so it is remembered;
// a large one is spelled out anew each time, and goes on taking no room.
import type { DeviceIdentity } from './fleet.js';
import type { DeviceEntry } from './fleet-spec.js';
import type { RosterPlace, Roster } from './roster.js';

/** The largest fleet that is remembered: its identities take some hundred kilobytes. */
const MOST_REMEMBERED = 2000;

/** The identities after a place, or all of them. */
export type Identities = (after?: RosterPlace) => Iterable<DeviceIdentity>;

export function createIdentities(
  roster: Roster,
  identityAt: (deviceId: string, entry: DeviceEntry, place: number) => DeviceIdentity,
): Identities {
  let remembered: readonly DeviceIdentity[] | undefined;
  function* spelled(after?: RosterPlace): Generator<DeviceIdentity> {
    for (const [deviceId, { entry, place }] of roster.ids(after)) yield identityAt(deviceId, entry, place);
  }
  return (after) => {
    // A page in the middle is short, and spelling it is not worth remembering where it begins.
    if (after || roster.count > MOST_REMEMBERED) return spelled(after);
    remembered ??= [...spelled()];
    return remembered;
  };
}
