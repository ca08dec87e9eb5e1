// What an endpoint of the REST channel is made of: decode, one call of the service, encode.
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceResult, Refusal } from '../../service/outcome.js';
import type { Caller, ServedService } from '../../service/service.js';
import { malformed } from '../envelope.js';
import type { Body } from './message.js';

export interface RouteContext {
  readonly service: ServedService;
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
export type Route = (input: RouteInput) => MaybePromise<ServiceResult<Body>>;

/** Input as decoded, or the refusal that says what did not fit. */
export function decodedInput<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | {
        readonly ok: false;
        readonly mismatches: readonly { readonly pointer: string; readonly expected: string }[];
      },
): ServiceResult<T> {
  return result.ok ? result : { ok: false, refusal: malformed(result.mismatches) };
}

export function invalid(message: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code: 'INVALID_REQUEST', message } };
}
