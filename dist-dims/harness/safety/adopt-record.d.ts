import type { RestoreRecord } from '../restore/record.js';
import type { Profile } from '../profile/profile.js';
import type { DeviceLedger } from './ledger.js';
import type { ManagementKeeper } from './management.js';
export interface Adopting {
    readonly profile: Pick<Profile, 'devices'>;
    readonly ledgerOf: (deviceId: string) => DeviceLedger | undefined;
    readonly management: ManagementKeeper | undefined;
    /** Clock time in ms. */
    readonly now: number;
}
/** In words what the profile does not allow to be put back. */
export declare function adoptRecord({ devices, managed }: RestoreRecord, { profile, ledgerOf, management, now }: Adopting): readonly string[];
