import type { Interval } from '../../../kernel/interval.js';
import type { History } from './history.js';
export interface RelayChange {
    readonly register: string;
    readonly to: boolean;
    /** It took place in here. */
    readonly span: Interval;
    readonly exchange: number;
    /** When the next write to the relay may begin; until then the relay is as it was left. */
    readonly lastsUntil: number;
}
export declare function relayChanges({ writes, reads }: History): readonly RelayChange[];
