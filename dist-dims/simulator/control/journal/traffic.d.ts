import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceEvent } from '../../service/event-bus.js';
import type { Upgrade } from '../../service/origin.js';
import type { Refusal } from '../../service/outcome.js';
import type { TrafficLog } from '../../transport/traffic-log.js';
import type { JournalEntry } from './entry.js';
import type { Issued } from './issued.js';
import type { Journal } from './journal.js';
export interface TrafficParts {
    readonly journal: Journal;
    readonly dialect: Dialect;
    readonly now: () => number;
    readonly salt: number;
    readonly tokens: Issued;
    readonly tickets: Issued;
}
export type JournalTraffic = TrafficLog & {
    /** Publishes an event, and records where it went. */
    publish(event: ServiceEvent, publish: () => void): void;
};
export declare function createJournalTraffic(parts: TrafficParts): JournalTraffic;
/** What a refusal tells its caller to do. */
export declare function announced({ retryAfterSeconds }: Refusal): {
    retryAfterSeconds: number;
} | undefined;
export declare function refusedUpgrade(dialect: Dialect, tickets: Issued, upgrade: Upgrade | undefined, refusal: Refusal): JournalEntry;
