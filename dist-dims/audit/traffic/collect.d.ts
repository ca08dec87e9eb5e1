import type { TraceRecord } from '../../trace/record.js';
import type { Connection, Delivery, Exchange, Staged } from './traffic.js';
type Writable<T> = {
    -readonly [K in keyof T]: T[K];
};
/** Without an actor, which is known when all has been seen. */
export type ExchangeDraft = Writable<Omit<Exchange, 'actor'>> & {
    client: string | undefined;
    instance: string | undefined;
};
export type ConnectionDraft = Writable<Omit<Connection, 'actor'>> & {
    client: string | undefined;
    instance: string | undefined;
};
export type DeliveryDraft = Omit<Delivery, 'actor'>;
export interface Collected {
    readonly exchanges: readonly ExchangeDraft[];
    readonly connections: readonly ConnectionDraft[];
    readonly deliveries: readonly DeliveryDraft[];
    readonly staged: readonly Staged[];
    /** Records beyond the limits. */
    readonly dropped: number;
}
export interface Collector {
    see(record: TraceRecord): void;
    collected(): Collected;
}
export declare function createCollector(): Collector;
export {};
