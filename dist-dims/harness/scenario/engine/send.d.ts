import type { Call } from '../../target/call.js';
import type { BoundDevice } from '../view/bound-device.js';
import { type View } from '../view/reply-view.js';
import type { Route } from './capture.js';
import { type Halt, type ExecutionContext } from './execution-context.js';
export interface Sending {
    readonly call: Call;
    readonly route: Route;
    /** The device whose relays the reply is seen by. */
    readonly device: BoundDevice | undefined;
    readonly cut: boolean;
}
export interface Sent {
    readonly exchange: number;
    readonly view: View;
    /** Why it was not tried again, where that is not plain from the view. */
    readonly gaveUp?: string;
}
/** The reply to one try, whatever it is. */
export declare function sendOnce(context: ExecutionContext, sending: Sending): Promise<Sent>;
/** Tries again through interference, within limits, until something else comes. */
export declare function sendPatiently(context: ExecutionContext, sending: Sending): Promise<Sent | Halt>;
