import { type Requesting } from '../language/modifiers.js';
import type { Call } from '../../target/call.js';
import type { BoundDevice } from '../view/bound-device.js';
import type { Step } from '../verbs/verb.js';
import type { Route } from './capture.js';
import { type Halt, type ExecutionContext } from './execution-context.js';
export interface Request {
    readonly call: Call;
    readonly device?: BoundDevice;
    /** Who asks, where the verb itself names the client. */
    readonly client?: string;
    /** The channel where the step names none. */
    readonly usual: 'rest' | 'ws';
}
export declare function perform(context: ExecutionContext, step: Step, fields: Requesting & {
    readonly settled?: boolean | undefined;
}, request: Request): Promise<Halt | undefined>;
export declare function performOn(context: ExecutionContext, step: Step, fields: Requesting & {
    readonly settled?: boolean | undefined;
}, { call, device, route, }: {
    readonly call: Call;
    readonly device?: BoundDevice | undefined;
    readonly route: Route;
}): Promise<Halt | undefined>;
