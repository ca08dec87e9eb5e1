import { type DeviceSpec, type TimingSpec } from '../device/device-spec.js';
import type { OverridesFile, ProfileFile } from './schema/profile.js';
export declare function resolveProfile(profile: ProfileFile, timing?: Partial<TimingSpec>): DeviceSpec;
/** Devices without overrides share the spec of their profile. */
export declare function resolveOverrides(profile: DeviceSpec, overrides: OverridesFile | undefined): DeviceSpec;
