import type { Operation } from '../../contract/operations.js';
import type { Exchange, Traffic } from '../traffic/traffic.js';
export declare function isCommand({ what }: Exchange): boolean;
export declare function isRefresh({ what }: Exchange): boolean;
/** Whether it only reads: without an effect, so that nobody minds when it comes again. */
export declare function isRead({ what, method }: Exchange): boolean;
export declare function succeeded({ reply }: Exchange): boolean;
export declare function isBusy({ reply }: Exchange): boolean;
export declare function isFailed({ reply }: Exchange): boolean;
export declare function isLimited({ reply }: Exchange): boolean;
/** No reply has come to the client, and none will. */
export declare function isLost({ reply, lostAt }: Exchange): boolean;
/** When the client could know what became of it: the reply has left, or the connection has ended. */
export declare function settledAt({ reply, lostAt }: Exchange): number | undefined;
/** An operation in words that are the same for the same operation, however its fields were ordered. */
export declare function operationText({ name, params }: Operation): string;
/** The same text for tries of the same operation on the same device, whichever the channel, key and token. */
export declare function purposeOf(exchange: Exchange): string;
/** The same text for the same request: method, path, body, key and credentials. */
export declare function requestOf(exchange: Exchange): string;
/** For people: `POST /svc/v1/... (#12)` or `device.state.get (#12)`. */
export declare function nameOf({ id, method, path, what, deviceId }: Exchange): string;
/** The exchanges of each process by themselves, in their order. */
export declare function byActor(day: Traffic): ReadonlyMap<string, readonly Exchange[]>;
export declare function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]>;
/** Ms within which a request that came after a reply may have been sent before the client had read it. */
export declare const IN_FLIGHT = 50;
/** Whether the sender of `later` must have known the reply to `earlier`. */
export declare function knew(later: Exchange, earlier: Exchange): boolean;
