import type { RandomStream } from '../../../kernel/random.js';
import type { Refusal } from '../../service/outcome.js';
import type { ArrivedHandler, RestReply } from './message.js';
import { type RouteContext } from './route.js';
export interface RestContext extends RouteContext {
    /** Called with what was thrown while a request was served, which is a bug; the client gets INTERNAL_ERROR. */
    readonly onBug?: (error: unknown) => void;
}
/** @param random for the requestIds of error bodies. */
export declare function createRestHandler(context: RestContext, random: RandomStream): ArrivedHandler;
/** The reply to a request that was refused, also by the shell before it got here. */
export declare function refusalReply(refusal: Refusal, dialect: RouteContext['dialect'], random: RandomStream): RestReply;
