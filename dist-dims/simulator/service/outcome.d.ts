import type { ErrorCode } from '../../contract/error-codes.js';
import type { Scope } from '../../contract/scopes.js';
export interface Refusal {
    readonly code: ErrorCode;
    readonly message: string;
    /** The permission that was missing, with AUTH_SCOPE_DENIED (scope.required-scope-named). */
    readonly requiredScope?: Scope;
    /** Whole seconds until the request may be accepted, with RATE_LIMITED (limits.shape). */
    readonly retryAfterSeconds?: number;
    /** The places of the request that did not fit the dialect. */
    readonly problems?: readonly {
        readonly pointer: string;
        readonly expected: string;
    }[];
}
export type ServiceResult<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly refusal: Refusal;
};
export declare function success<T>(value: T): ServiceResult<T>;
export declare function refuse(code: ErrorCode, message: string): {
    ok: false;
    refusal: Refusal;
};
/** RATE_LIMITED for a wait in ms; rounded up, so that the announced delay is never too short. */
export declare function rateLimited(wait: number, message: string): {
    ok: false;
    refusal: Refusal;
};
