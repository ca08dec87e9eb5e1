import type { Operation } from '../../../contract/schemas/command.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Decoration } from '../../decoration.js';
import type { Device } from '../../device/device.js';
import type { DeviceEvent } from '../../device/device-event.js';
import type { Origin } from '../../service/origin.js';
type Tell = (event: DeviceEvent) => void;
type Performed = ReturnType<Device['perform']>;
/** @param act performs the operation in place of the device. */
export declare function withPerform(act: (device: Device, operation: Operation, clock: Clock) => Performed): Pick<Decoration, 'devices'>;
/** @param act performs the operation, and tells those who listen to the devices of events. */
export declare function withTelling(act: (device: Device, operation: Operation, tell: Tell, origin: Origin | undefined) => Performed): Pick<Decoration, 'devices'>;
export {};
