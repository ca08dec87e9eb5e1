// How a service method ends: with a value, or with a refusal that consumed nothing.
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
  readonly problems?: readonly { readonly pointer: string; readonly expected: string }[];
}

export type ServiceResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function success<T>(value: T): ServiceResult<T> {
  return { ok: true, value };
}

export function refuse(code: ErrorCode, message: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code, message } };
}

/** RATE_LIMITED for a quota of the client. */
export function usedUp(wait: number): ReturnType<typeof rateLimited> {
  return rateLimited(wait, 'The quota of this API client is used up.');
}

/** What the request asked for could not be written down, and is not answered with success. */
export const UNKEPT = refuse('INTERNAL_ERROR', 'The service cannot write its state; try again later.');

/** RATE_LIMITED for a wait in ms; rounded up, so that the announced delay is never too short. */
export function rateLimited(wait: number, message: string): { ok: false; refusal: Refusal } {
  const retryAfterSeconds = Math.max(1, Math.ceil(wait / 1000));
  return { ok: false, refusal: { code: 'RATE_LIMITED', message, retryAfterSeconds } };
}
