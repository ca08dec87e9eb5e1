import type { ServiceEvent } from '../../service/event-bus.js';
import type { ConnectionHandle } from '../engine/connection-handle.js';
import type { Occasion } from '../engine/site.js';
export declare function eventOccasion({ topic, deviceId }: ServiceEvent, { id, clientId }: ConnectionHandle): Occasion;
