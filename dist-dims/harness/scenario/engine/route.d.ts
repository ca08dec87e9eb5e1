import type { Route } from './capture.js';
import type { Requesting } from '../language/modifiers.js';
import type { ExecutionContext } from './execution-context.js';
/**
 * @param usual the channel of the verb where the step names none.
 * @returns undefined when the step authenticates with something that is no token.
 */
export declare function routeOf(context: ExecutionContext, fields: Pick<Requesting, 'via' | 'client' | 'authenticate'>, usual: 'rest' | 'ws'): Route | undefined;
export declare function defaultClient(context: ExecutionContext): string;
/** The connection that `via: ws` speaks of; opened when it is first used. */
export declare function implicitConnection(context: ExecutionContext, client: string): string;
/** Whether the request bears what some client may have been given. */
export declare function isAuthenticated(route: Route): boolean;
