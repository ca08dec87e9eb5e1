import type { Clock } from '../../../kernel/clock.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { FaultRecord } from '../../../trace/record.js';
import type { FaultAct, FaultType } from '../fault.js';
import type { FaultOrder } from '../order.js';
import type { FaultSite } from './site.js';
import type { FaultStatus } from './status.js';
/** Where firings are recorded. */
export interface FaultJournal {
    note(entry: FaultRecord): void;
}
export interface FaultInstance {
    readonly id: string;
    readonly kind: FaultType;
    readonly selects: FaultSite['selects'];
    /** What it does now; undefined unless it is active. */
    act(): FaultAct | undefined;
    /** Clock time at which it ends; infinity when the order gives none. */
    readonly endsAt: number;
    /** Starts the time of its `after`; the world is attached now. */
    start(): void;
    stop(): void;
    status(): FaultStatus;
}
/** What the engine gives to the site of each fault. */
export type Surroundings = Pick<FaultSite, 'clock' | 'dialect' | 'world' | 'grips' | 'selects' | 'devices' | 'connections' | 'refusalReply'>;
export interface InstanceOptions {
    readonly id: string;
    readonly kind: FaultType;
    readonly order: FaultOrder;
    readonly clock: Clock;
    readonly random: RandomStream;
    readonly journal: FaultJournal;
    readonly surroundings: () => Surroundings;
    readonly selects: FaultSite['selects'];
    /** It has begun or ended. */
    readonly onChange: (instance: FaultInstance) => void;
}
export declare function createInstance(options: InstanceOptions): FaultInstance;
