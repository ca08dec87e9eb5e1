import type { TraceView } from '../trace-view.js';
export interface Listener {
    readonly connection: string;
    readonly client: string | undefined;
    readonly openedAt: number;
    /** The last sign of life that the target gave on it; undefined when it gave none. */
    readonly lastSeen: number | undefined;
}
export declare const listenersIn: (view: TraceView) => readonly Listener[];
/** The client was let at the device in this trace, if only to hear that it has to wait: it may hear of it. */
export declare function isEntitled({ client }: Listener, deviceId: string, { answered }: TraceView): boolean;
