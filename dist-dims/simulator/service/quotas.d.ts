import type { QuotaClass } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import type { Quota } from './settings.js';
export interface QuotaLevel {
    readonly limit: number;
    readonly left: number;
    /** Ms until the window ends and all is free again; 0 when no window runs. */
    readonly resetsIn: number;
}
export interface Quotas {
    /** Ms to wait until one more is free, or undefined when one is free now. Takes nothing. */
    waitFor(clientId: string, quotaClass: QuotaClass): number | undefined;
    /** Counts one. */
    take(clientId: string, quotaClass: QuotaClass): void;
    /** Takes back one that was counted for a request which was then rejected (limits.rejection-is-free). */
    giveBack(clientId: string, quotaClass: QuotaClass): void;
    level(clientId: string, quotaClass: QuotaClass): QuotaLevel;
    /** Sets the level to one that `level` of another simulator has returned. */
    recall(clientId: string, quotaClass: QuotaClass, level: QuotaLevel): void;
}
export declare function createQuotas(clock: Clock, quotas: Readonly<Record<QuotaClass, Quota>>): Quotas;
