import type { DeviceSpec } from '../device/device-spec.js';
/** Keys of the profile or of the overrides, and what is wrong below them. */
export interface Complaint {
    readonly key: string;
    readonly message: string;
}
export declare function complaintsAbout(device: DeviceSpec): Complaint[];
/** A device has the channels that its profile announces; only how they behave may differ. */
export declare function complaintsAboutOverrides(profile: DeviceSpec, device: DeviceSpec): Complaint[];
