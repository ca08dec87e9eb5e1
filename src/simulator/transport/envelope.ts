// Writes an outcome as the envelope of the interface, for both channels.
import { SUCCESS } from '../../contract/error-codes.js';
import type { JsonRead } from '../../kernel/json-limits.js';
import type { CommandValue, Dialect } from '../../dialect/dialect.js';
import { JSON_LIMITS } from '../limits/limits.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { Caller } from '../service/service.js';
import type { ServerParts } from './server-parts.js';
import type { Body } from './rest/message.js';

/** The fields of an envelope with data that are JSON already; the channel puts its own fields around them. */
export function successFields(data: string): string {
  return `"code":"${SUCCESS}","message":"OK","data":${data}`;
}

/** The outcome with its value spelled by `write`. */
export function written<T>(outcome: ServiceResult<T>, write: (value: T) => string): ServiceResult<string> {
  return outcome.ok ? { ok: true, value: write(outcome.value) } : outcome;
}

/** The data of a reply with a command. */
export function commandData(dialect: Dialect, command: CommandValue): string {
  return `{"command":${dialect.command.write(command)}}`;
}

/** Code, message and data of a refusal; the channel adds the requestId and what else is its own. */
export function refusalContent(refusal: Refusal, dialect: Dialect) {
  const { code, status } = dialect.error(refusal.code);
  return { code, status, message: refusal.message, data: refusalData(refusal) };
}

function refusalData(refusal: Refusal): Record<string, unknown> {
  if (refusal.requiredScope !== undefined) return { requiredScope: refusal.requiredScope };
  if (refusal.retryAfterSeconds !== undefined) return { retryAfterSeconds: refusal.retryAfterSeconds };
  return {};
}

/** For a bug of the simulator; the details go to `onBug` and not to the client. */
export const SERVICE_FAILED: Refusal = { code: 'INTERNAL_ERROR', message: 'The service failed.' };

/** Of one request; the others are usually their consequence. */
const MOST_PROBLEMS = 5;

/** A refusal for input that does not fit the dialect; the message names the places, never the content. */
export function malformed(
  mismatches: readonly { readonly pointer: string; readonly expected: string }[],
): Refusal {
  const problems = mismatches.slice(0, MOST_PROBLEMS);
  const places = problems.map(({ pointer, expected }) => `${pointer || 'the body'}: expected ${expected}`);
  return { code: 'INVALID_REQUEST', message: places.join('; '), problems };
}

/** A refusal for JSON that is none, or that is beyond a limit. */
export function unreadable(what: 'body' | 'frame', why: Exclude<JsonRead, { ok: true }>['why']): Refusal {
  return { code: 'INVALID_REQUEST', message: `The ${what} ${UNREADABLE[why]}.` };
}

const UNREADABLE = {
  syntax: 'is not JSON',
  depth: `nests deeper than ${JSON_LIMITS.depth} levels`,
  values: `has more than ${JSON_LIMITS.values} values`,
};

// What an endpoint of the REST channel is made of: decode, one call of the service, encode.

export type RouteContext = Pick<ServerParts, 'service' | 'dialect'>;

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
