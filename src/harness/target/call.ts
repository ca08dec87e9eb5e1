// A request in canonical terms, and what came of it. One Call goes over REST or over WebSocket unchanged.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { DeviceAddition, PasswordChange } from '../../contract/schemas/device.js';
import type { Mismatch, Dialect } from '../../dialect/dialect.js';
import type { Channel } from '../../trace/record.js';
import type { SecretLike } from './secret-like.js';
import type { BodyAs, BreakageCause } from './transport.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { readShape } from '../../contract/read-shape.js';
import { defined } from '../../kernel/defined.js';
import type { ShapeName, ShapeValue } from '../../contract/schemas/shapes.js';

export type Call =
  | {
      readonly name: 'createToken';
      readonly clientId?: string;
      readonly clientSecret?: string;
      /** A wrong secret that is made of the right one. */
      readonly secretLike?: SecretLike;
    }
  | { readonly name: 'listDevices'; readonly limit?: number; readonly cursor?: string }
  | { readonly name: 'refresh'; readonly deviceId: string }
  | { readonly name: 'readConfig'; readonly deviceId: string }
  | { readonly name: 'listProfiles' }
  | { readonly name: 'readCommand'; readonly commandId: string }
  | {
      readonly name: 'operate';
      readonly deviceId: string;
      readonly operation: Operation;
      readonly idempotencyKey?: string;
      /** Over REST, use the single-relay endpoint that is planned for removal. */
      readonly compatibility?: boolean;
      /** Say the same with the members of each object in the opposite order, and with other white space. */
      readonly respelled?: boolean;
    }
  | { readonly name: 'addDevice'; readonly addition: DeviceAddition }
  | { readonly name: 'removeDevice'; readonly deviceId: string }
  | { readonly name: 'changePassword'; readonly deviceId: string; readonly change: PasswordChange }
  | { readonly name: 'createTicket' }
  | { readonly name: 'ping' }
  /** A request spelled out by hand, for malformed input. `body` goes out as it is. */
  | {
      readonly name: 'http';
      readonly method: string;
      readonly path: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly bodyAs?: BodyAs;
    }
  /** A WebSocket frame spelled out by hand. */
  | { readonly name: 'frame'; readonly text: string };

/** A place where something is not in the form of the dialect, and is the target's fault; in words. */
export interface MisfitBreach {
  readonly rule: RuleId;
  readonly expected: string;
  readonly actual: string;
}

export interface CallReply {
  /** HTTP status; absent on WebSocket. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  /** Canonical where the reply succeeded and fits its shape, else as it came. */
  readonly data: unknown;
  /** From `data.retryAfterSeconds`, else from the header; in seconds. */
  readonly retryAfterSeconds?: number;
  /** What did not fit the envelope or the dialect: pointer, expected, actual, in words. */
  readonly mismatches: readonly string[];
  /** Those of the mismatches that speak of the dialect: perhaps it is the wrong one. */
  readonly dialectMismatches?: readonly Mismatch[];
  /** Those of the mismatches that are the target's: they break a rule. */
  readonly breaches?: readonly MisfitBreach[];
}

export type CallOutcome =
  | { readonly kind: 'reply'; readonly reply: CallReply }
  /** No reply came; what became of the request at the target is unknown. */
  | {
      readonly kind: 'broken';
      readonly reason: 'cut' | 'reset' | 'refused' | 'timeout';
      readonly detail: string;
      /** Its connection gave way to another one of the same client, which the harness opened. */
      readonly displaced?: true;
      /** What stood in the way, where that is known. */
      readonly cause?: BreakageCause;
      /** The HTTP status of a reply that began, and whose rest did not come. */
      readonly begun?: number;
    };

type Granted = Extract<CallOutcome, { kind: 'reply' }> & {
  readonly reply: { readonly code: typeof SUCCESS };
};

export function isGranted(outcome: CallOutcome): outcome is Granted {
  return outcome.kind === 'reply' && outcome.reply.code === SUCCESS;
}

/** How a device is may stand in the way of an operation, but not on each device and in each of its tries. */
export function isConflict(outcome: CallOutcome): boolean {
  return outcome.kind === 'reply' && outcome.reply.status === 409 && outcome.reply.code !== 'DEVICE_BUSY';
}

/** What a reply that grants shows, where it is in the form of the dialect and of the shape. */
export function shownIn<N extends ShapeName>(shape: N, outcome: CallOutcome): ShapeValue<N> | undefined {
  return isGranted(outcome) && !outcome.reply.dialectMismatches
    ? readShape(shape, outcome.reply.data)
    : undefined;
}

/** The pages of a device list, of which `devices` is undefined where the page cannot be read: it is the last one then. */
export async function* devicePages<T extends { readonly outcome: CallOutcome }>(
  ask: (call: Call) => Promise<T>,
  most: number,
) {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < most; page++) {
    const tried = await ask(defined({ name: 'listDevices' as const, cursor }));
    const { devices, nextCursor } = shownIn('deviceList', tried.outcome) ?? {};
    yield { tried, devices };
    const before = seen.size;
    for (const { deviceId } of devices ?? []) seen.add(deviceId);
    // A list that goes round without end brings nothing new; a page may be empty.
    const goesRound = seen.size === before && devices?.length !== 0;
    if (nextCursor === undefined || nextCursor === cursor || goesRound) return;
    cursor = nextCursor;
  }
}

/** A call and its outcome, with the span of clock time (ms) in which the target can have acted on it. */
export interface Exchange {
  readonly id: number;
  readonly channel: Channel;
  readonly call: Call;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly outcome: CallOutcome;
  /** Set when the call itself never left: its client got no token, and the outcome is the token request's. */
  readonly notSent?: 'no-token';
}

// Identifiers of devices and commands that do not exist: checks ask for them on purpose.

/** What begins like this exists nowhere, so that what is sent to it has no effect. */
const NO_SUCH = 'conform-no-such-';

/** As good as never given to anything: the most that fifteen digits can say. */
const NO_SUCH_NUMBER = '999999999999999';

const NO_SUCH_TEXT = /^conform-no-such-[a-z0-9-]{1,40}$/;

/** Whether the identifier, as it stands on the wire, is one of those that exist nowhere. */
export function isNoSuch(id: string): boolean {
  return id === NO_SUCH_NUMBER || NO_SUCH_TEXT.test(id);
}

/** The same call with identifiers that the dialect can write. */
export function writable({ identifiers }: Dialect, call: Call): Call {
  if ('deviceId' in call && identifiers.device === 'number' && call.deviceId.startsWith(NO_SUCH)) {
    return { ...call, deviceId: NO_SUCH_NUMBER };
  }
  if ('commandId' in call && identifiers.command === 'number' && call.commandId.startsWith(NO_SUCH)) {
    return { ...call, commandId: NO_SUCH_NUMBER };
  }
  return call;
}
