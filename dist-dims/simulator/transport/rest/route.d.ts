import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceResult, Refusal } from '../../service/outcome.js';
import type { Caller, Service } from '../../service/service.js';
export interface RouteContext {
    readonly service: Service;
    readonly dialect: Dialect;
}
export interface RouteInput {
    readonly caller: Caller;
    /** Path parameters, decoded. */
    readonly parameters: Readonly<Record<string, string | undefined>>;
    /** The query string; empty when there is none. */
    readonly search: string;
    readonly idempotencyKey: string | undefined;
    /** The parsed JSON body; undefined when there is none. */
    readonly body: unknown;
}
/** Gives the `data` of the reply as JSON, or the refusal. */
export type Route = (input: RouteInput) => ServiceResult<string> | Promise<ServiceResult<string>>;
/** Input as decoded, or the refusal that says what did not fit. */
export declare function decoded<T>(result: {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly mismatches: readonly {
        readonly pointer: string;
        readonly expected: string;
    }[];
}): ServiceResult<T>;
export declare function invalid(message: string): {
    ok: false;
    refusal: Refusal;
};
/** The outcome with its value spelled by `write`. */
export declare function written<T>(outcome: ServiceResult<T>, write: (value: T) => string): ServiceResult<string>;
