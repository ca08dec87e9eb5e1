// What single requests and replies say: what was asked for, which command a reply shows, which wait a refusal announces.
import { type EndpointName, OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { type Operation, waitOf } from '../../contract/operations.js';
import { commandIn } from '../target/command-in.js';
import { commandStatus, isFinal } from '../../contract/schemas/scalars.js';
import type { RequestTopic } from '../../contract/topics.js';
import { isObject } from '../../kernel/json.js';
import type { RequestRecord } from '../../trace/record.js';
import { retryAfterIn } from '../target/interference.js';
import { type AnsweredCall, isRaw, type SeenExchange } from './trace-view.js';
import { keptIn } from '../../kernel/kept-in.js';

// What replies say about commands: each reply that shows a command is one sighting of it.

export interface CommandSighting {
  readonly exchange: AnsweredCall;
  readonly commandId: string;
  readonly status: string;
  readonly isFinal: boolean;
  /** All of the command that the reply shows. */
  readonly command: Readonly<Record<string, unknown>>;
}

/** Requests whose success shows a command. */
const WITH_COMMAND: ReadonlySet<string> = new Set<EndpointName | RequestTopic>([
  ...OPERATING_ENDPOINTS,
  'commands.read',
  'device.operation.execute',
]);

export function successesWithCommand(answered: readonly AnsweredCall[]): readonly AnsweredCall[] {
  return answered.filter(
    (each) => !isRaw(each) && WITH_COMMAND.has(each.request.what) && each.reply.code === SUCCESS,
  );
}

/** The command of a reply that grants; nothing of it where it shows none. */
export function grantedCommand(reply: SeenExchange['reply']): Readonly<Record<string, unknown>> {
  return (reply?.code === SUCCESS ? commandIn(reply.data) : undefined) ?? {};
}

/** None where the reply shows no command that could be recognised again. */
export function sightingOf(exchange: AnsweredCall): readonly CommandSighting[] {
  const command = commandIn(exchange.reply.data);
  const { commandId, status } = command ?? {};
  if (!command || typeof commandId !== 'string' || typeof status !== 'string') return [];
  const known = commandStatus.safeParse(status);
  return [{ exchange, commandId, status, isFinal: known.success && isFinal(known.data), command }];
}

// How long a refusal as too frequent tells its client to wait (interface: Limits).

/** `data.retryAfterSeconds` as it stands in the reply, whatever it is. */
export function retryAfterGiven({ reply }: SeenExchange): unknown {
  return isObject(reply?.body) ? retryAfterIn(reply.body['data']) : undefined;
}

/** In seconds; undefined where no number is announced. */
export function retryAfterOf(exchange: SeenExchange): number | undefined {
  const value = retryAfterGiven(exchange);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** In ms; undefined where no number is announced. */
export function announcedWait(exchange: SeenExchange): number | undefined {
  const seconds = retryAfterOf(exchange);
  return seconds === undefined ? undefined : seconds * 1000;
}

// What a request asks for, as one text: two requests with the same text ask for the same.

const known = new WeakMap<RequestRecord, string>();

/** Device, operation and parameters. Several invariants compare them, so the text is made once for each record. */
export function askedIn(request: RequestRecord): string {
  return keptIn(known, request, () => canonical([request.deviceId, request.operation]));
}

/** A key is its client's. */
export function keyIn({ client, idempotencyKey }: RequestRecord): string {
  return JSON.stringify([client, idempotencyKey]);
}

// One text for equal JSON values: two records that say the same in another order of keys are the same.

export function canonical(value: unknown): string {
  return written(value) ?? '';
}

/** Undefined for what JSON has no word for. */
function written(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item) ?? 'null').join(',')}]`;
  let fields = '';
  for (const key of Object.keys(value).toSorted()) {
    const text = written((value as Record<string, unknown>)[key]);
    if (text !== undefined) fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
  }
  return `{${fields}}`;
}

// Which requests are refreshes of a device: REST and WebSocket share one budget for them.

/** An explicit refresh of one device, over either channel. */
export function isRefresh({ request: { what, deviceId } }: SeenExchange): boolean {
  return deviceId !== undefined && (what === 'devices.read' || what === 'device.state.get');
}

// How long a command and its key are kept is not stated: for so long they are, or a client that gave up waiting for a
// reply could not repeat its request (interface: Idempotency-Key rules).

/** In ms. */
export const SURELY_KEPT = 30_000;

// How long an operation is known to have kept its device: a transceive that nobody answered waited to its end.

/** How much of its timeout it is taken to have waited at least: clocks do not run alike. */
const SURE_PART = 0.9;

/** In ms; 0 where nothing is known of it. */
export function surelyWaited(operation: Operation | undefined, status: unknown): number {
  if (!operation || status !== 'timeout') return 0;
  return waitOf(operation) * SURE_PART;
}
