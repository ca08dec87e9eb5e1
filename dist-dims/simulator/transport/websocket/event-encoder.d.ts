import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceEvent } from '../../service/event-bus.js';
export type EventEncoder = (event: ServiceEvent) => string;
export declare function createEventEncoder({ shapes }: Dialect): EventEncoder;
