import type { Operation } from '../../contract/schemas/command.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { DeviceOutcome } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { TimingSpec } from './device-spec.js';
import type { OperationRunner } from './operation-runner.js';
import { type Result } from './plan-operation.js';
import type { Witness } from './witness.js';
export interface Operations {
    refresh(): Promise<DeviceOutcome<Peripherals>>;
    perform(operation: Operation): Promise<DeviceOutcome<Result>>;
    /** How many operations have been carried out; refreshes are not counted. */
    executions(): number;
}
/** @param report called when an operation may have changed what the device reports. */
export declare function createOperations(parts: DeviceParts, timing: TimingSpec, runner: OperationRunner, report: () => void, witness: Witness): Operations;
