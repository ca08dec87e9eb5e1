import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { DeviceDirectory } from './device-directory.js';
import type { EventBus } from './event-bus.js';
import { type IdentifierForm } from '../../dialect/new-identifier.js';
export declare function publishDeviceEvents(devices: DeviceDirectory, bus: EventBus, clock: Clock, random: RandomStream, form?: IdentifierForm): void;
