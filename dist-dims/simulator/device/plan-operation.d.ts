import type { Operation, OperationResult } from '../../contract/operations.js';
import type { DeviceChannels } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { TimingSpec } from './device-spec.js';
import type { Plan } from './operation-runner.js';
export type Result = OperationResult | undefined;
/** Why the device cannot carry the operation out, in words for the caller; undefined when it can. */
export declare function faultOf({ name, params }: Operation, channels: DeviceChannels): string | undefined;
/** Throws at once when the device lacks the channel: whoever calls has to know the channels. */
export declare function planOperation(parts: DeviceParts, timing: TimingSpec, { name, params }: Operation): Plan<Result>;
