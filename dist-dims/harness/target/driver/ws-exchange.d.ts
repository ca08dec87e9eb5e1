import type { Call, Exchange, Outcome } from '../call.js';
import type { Socket } from '../transport.js';
import type { ConnectionLife } from './connection-life.js';
import type { Driver } from './driver.js';
import { type PendingReplies } from './pending-replies.js';
import type { Recorder } from './recorder.js';
export interface WsExchanges {
    request(call: Call, options: WsOptions): Promise<Exchange>;
    isWaiting(requestId: string): boolean;
    /** A reply has come; `text` is its whole frame. */
    reply(requestId: string | undefined, body: unknown, text: string): void;
    /** The connection is over: nothing that waits will be answered. */
    breakAll(reason: Broken['reason'], detail: string): void;
}
export interface WsOptions {
    readonly cutAfterSending: boolean;
    readonly patience: number;
    readonly signal?: AbortSignal | undefined;
}
type Broken = Extract<Outcome, {
    kind: 'broken';
}>;
interface Asked {
    readonly exchange: number;
    readonly call: Call;
    readonly settle: (outcome: Outcome, answeredAt: number) => void;
}
/** What the requests of one connection share. */
interface Line {
    readonly driver: Driver;
    readonly recorder: Recorder;
    readonly life: ConnectionLife;
    readonly client: string;
    readonly pending: PendingReplies<Asked>;
    /** Undefined until the connection is open. */
    readonly socket: () => Socket | undefined;
}
export declare function createWsExchanges(shared: Omit<Line, 'pending'>): WsExchanges;
export {};
