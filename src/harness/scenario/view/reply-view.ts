// What scenarios see of a request and its reply.
import { type Peripherals, peripherals as peripheralsSchema } from '../../../contract/schemas/device.js';
import { isObject } from '../../../kernel/json.js';
import type { Exchange } from '../../target/call.js';
import { analogValues, type BoundDevice, inputWords, relayWords, sensorValues } from './bound-device.js';

/** The fields are those of the table `VIEW_FIELDS.reply`. */
export type ReplyView = Readonly<Record<string, unknown>>;

/**
 * @param body the body or frame as it came; the trace keeps it.
 * @param lifetimeUnit seconds in which the target counts lifetimes.
 */
export function replyView(
  exchange: Exchange,
  device: BoundDevice | undefined,
  body: unknown,
  lifetimeUnit: number,
): ReplyView {
  const { outcome, channel, sentAt, answeredAt } = exchange;
  const span = defined({ channel, sentAt, answeredAt, took: answeredAt - sentAt, notSent: exchange.notSent });
  if (outcome.kind === 'broken')
    return defined({
      outcome: 'broken',
      reason: outcome.reason,
      detail: outcome.detail,
      displaced: outcome.displaced,
      ...span,
    });
  const { reply } = outcome;
  const { retryAfterSeconds } = reply;
  return defined({
    outcome: 'reply',
    ...span,
    status: reply.status,
    code: reply.code,
    message: reply.message,
    requestId: reply.requestId,
    headers: reply.headers,
    retryAfterSeconds,
    retryAt: retryAfterSeconds === undefined ? undefined : answeredAt + retryAfterSeconds * 1000,
    ...lifeOf(reply.data, exchange, lifetimeUnit),
    mismatches: reply.mismatches,
    data: reply.data,
    body,
    ...payload(reply.data, device),
  });
}

/**
 * Of an access token, whose lifetime is in seconds in canonical terms; it began between the two times. What is left of
 * a life that began before is rounded to whole units or seconds, up or down.
 */
function lifeOf(
  data: unknown,
  { sentAt, answeredAt }: Exchange,
  lifetimeUnit: number,
): Record<string, number> {
  if (!isObject(data) || typeof data['accessToken'] !== 'string') return {};
  const { expiresIn } = data;
  if (typeof expiresIn !== 'number') return {};
  const lifetime = expiresIn * 1000;
  const agesAt = sentAt + LATE_SHARE * lifetime;
  const rounding = Math.max(1, lifetimeUnit) * 1000;
  return { agesAt, lastsUntil: sentAt + lifetime - rounding, expiresAt: answeredAt + lifetime + rounding };
}

/** A token that is used then has some of its life left, whatever the request takes. */
const LATE_SHARE = 0.7;

/** The well-known parts of `data`, under names of their own. */
function payload(data: unknown, device: BoundDevice | undefined): Record<string, unknown> {
  if (!isObject(data)) return {};
  const state = peripheralsIn(data);
  return {
    command: isObject(data['command']) ? commandView(data['command']) : undefined,
    device: data['device'],
    devices: data['devices'],
    profiles: data['profiles'],
    ticket: data['ticket'],
    nearMiss: nearMissOf(data['accessToken'] ?? data['ticket']),
    config: configOf(data),
    peripherals: state,
    relays: state && device ? relayWords(device, state) : undefined,
    inputs: state && device?.inputs ? inputWords(device, state) : undefined,
    analogInputs: state && device?.analogInputs ? analogValues(device, state) : undefined,
    sensors: state && device?.sensors ? sensorValues(device, state) : undefined,
  };
}

/**
 * At three quarters of its length, or a little later: not in the part by which it may be looked up, nor in the last
 * bits of an encoding, which may mean nothing.
 */
function nearMissOf(secret: unknown): string | undefined {
  if (typeof secret !== 'string') return undefined;
  const from = Math.floor((secret.length * 3) / 4);
  const at = secret.slice(from).search(/[a-z0-9]/i);
  if (at < 0) return undefined;
  const other = secret[from + at] === 'a' ? 'b' : 'a';
  return `${secret.slice(0, from + at)}${other}${secret.slice(from + at + 1)}`;
}

function peripheralsIn({ peripherals }: Record<string, unknown>): Peripherals | undefined {
  // Most replies have none, and a refusal by the schema takes long to be put into words.
  return peripherals === undefined ? undefined : peripheralsSchema.safeParse(peripherals).data;
}

/** The driver keeps operation and parameters together; scenarios see them as the interface shows them. */
function commandView(command: Record<string, unknown>): Record<string, unknown> {
  const { operation } = command;
  if (!isObject(operation)) return command;
  return { ...command, operation: operation['name'], params: operation['params'] };
}

function configOf(data: Record<string, unknown>): unknown {
  if (isObject(data['config'])) return data['config'];
  return 'baudRate' in data ? data : undefined;
}

function defined(view: Record<string, unknown>): ReplyView {
  const kept: Record<string, unknown> = {};
  for (const key in view) if (view[key] !== undefined) kept[key] = view[key];
  return kept;
}
