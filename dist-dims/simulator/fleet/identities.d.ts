import type { DeviceIdentity } from './fleet.js';
import type { DeviceEntry } from './fleet-spec.js';
import type { Place, Roster } from './roster.js';
/** The identities after a place, or all of them. */
export type Identities = (after?: Place) => Iterable<DeviceIdentity>;
export declare function createIdentities(roster: Roster, identityAt: (deviceId: string, entry: DeviceEntry, place: number) => DeviceIdentity): Identities;
