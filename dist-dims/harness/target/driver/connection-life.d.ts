import type { EventRecord } from '../../../trace/record.js';
import type { Connection } from '../target.js';
import type { SocketClose } from '../transport.js';
import type { Heard } from './heard.js';
import type { InboundEvent } from './inbound-frame.js';
import type { Recorder } from './recorder.js';
type SeenEvent = EventRecord & {
    readonly at: number;
};
export interface ConnectionLife {
    readonly name: string;
    readonly closed: Connection['closed'];
    /** Clock time in ms of the opening; undefined until then. */
    readonly openedAt: number | undefined;
    readonly droppedEvents: number;
    /** Records the opening once; the first frame may come before the opener knows. */
    open(): void;
    event(event: InboundEvent): void;
    /** From now on a close is the harness's doing. */
    endingHere(): void;
    /** Records the end once; true when this was it. */
    end(close: SocketClose): boolean;
    events(): readonly SeenEvent[];
    listen(listener: () => void): () => void;
    /** Resolves at the close. */
    over(): Promise<void>;
}
export declare function createConnectionLife(recorder: Recorder, name: string, client: string, { mostEvents, heard }: {
    readonly mostEvents: number;
    readonly heard: Heard;
}): ConnectionLife;
export {};
