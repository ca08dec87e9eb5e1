import type { Clock } from '../../../kernel/clock.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { type Service } from '../../service/service.js';
import type { InterceptionSlot } from '../interception.js';
import type { Origins } from '../origins.js';
import type { TransportSettings } from '../settings.js';
import type { TrafficLog } from '../traffic-log.js';
import type { EventEncoder } from './event-encoder.js';
import type { InFlight } from './in-flight.js';
import type { SessionFactory } from './session.js';
export interface SessionParts {
    readonly service: Service;
    readonly dialect: Dialect;
    readonly clock: Clock;
    readonly settings: TransportSettings;
    readonly origins: Pick<Origins, 'message'>;
    readonly traffic?: TrafficLog;
    readonly encodeEvent: EventEncoder;
    readonly inFlight: InFlight;
    /** Comes between each readable request and what answers it, and between an event and the connection. */
    readonly interception: InterceptionSlot;
    /** Called with what was thrown while a request was served, which is a bug; the client gets INTERNAL_ERROR. */
    readonly onBug?: (error: unknown) => void;
}
export declare function createSessionFactory(parts: SessionParts): SessionFactory;
