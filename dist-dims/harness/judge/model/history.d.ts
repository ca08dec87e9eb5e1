import { type Interval } from '../../../kernel/interval.js';
import type { TraceView } from '../trace-view.js';
import { type Intended } from './intended.js';
/** `undefined`: nobody can say what it is. */
export type Value = boolean | number | undefined;
export type Registers = ReadonlyMap<string, Value>;
export interface Write {
    /** The exchange that shows it best. */
    readonly exchange: number;
    readonly span: Interval;
    readonly certain: boolean;
    readonly values: Registers;
}
export interface Read {
    readonly exchange: number;
    readonly channel: 'rest' | 'ws';
    readonly span: Interval;
    readonly values: ReadonlyMap<string, boolean | number>;
}
export interface History {
    readonly writes: readonly Write[];
    readonly reads: readonly Read[];
}
/** The relays of a device, as they were switched and seen. */
export declare const relayHistory: (deviceId: string, view: TraceView) => History;
/** The settings of a device, as they were set and read. */
export declare function configHistory(deviceId: string, view: TraceView): History;
/** What an operation writes to the relays; nothing when it is of another kind. */
export declare function relayWrites(operation: Intended): readonly Write[];
/** What an operation sets; nothing when it is of another kind. */
export declare function configWrite({ operation, uses, span, certainty }: Intended): readonly Write[];
