// What several rules ask about exchanges: what they are for, whether they are the same request, what became of them.
import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operations.js';
import { groupBy } from '../../kernel/group-by.js';
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';

const COMMANDS = new Set<string>(['device.operation.execute', ...OPERATING_ENDPOINTS]);

export function isCommand({ what }: ClientExchange): boolean {
  return COMMANDS.has(what);
}

export function isClientRefresh({ what }: ClientExchange): boolean {
  return what === 'devices.read' || what === 'device.state.get';
}

/** Whether it only reads: without an effect, so that nobody minds when it comes again. */
export function isRead({ what, method }: ClientExchange): boolean {
  return method === 'GET' || what === 'device.state.get' || what === 'session.ping';
}

export function succeeded({ reply }: ClientExchange): boolean {
  return reply?.code === SUCCESS;
}

export function refusedAsBusy({ reply }: ClientExchange): boolean {
  return reply?.code === 'DEVICE_BUSY';
}

export function isFailed({ reply }: ClientExchange): boolean {
  return reply?.code === 'INTERNAL_ERROR' || (reply !== undefined && reply.status >= 500);
}

export function isLimited({ reply }: ClientExchange): boolean {
  return reply?.code === 'RATE_LIMITED' || reply?.status === 429;
}

/** No reply has come to the client, and none will. */
export function isLost({ reply, lostAt }: ClientExchange): boolean {
  return reply === undefined && lostAt !== undefined;
}

/** When the client could know what became of it: the reply has left, or the connection has ended. */
export function settledAt({ reply, lostAt }: ClientExchange): number | undefined {
  return reply?.at ?? lostAt;
}

/** In ms: what comes so soon after an event, or a copy of it, may follow from that. */
export const REACTS_WITHIN = 3500;

/** Who has waited so long for a reply may have given up waiting, in ms. */
export const PATIENCE = 3000;

/** Whether the reply took so long that the client may have gone on without it. */
export function cameLate({ cameAt, reply }: ClientExchange): boolean {
  return reply !== undefined && reply.at - cameAt > PATIENCE;
}

/** An operation in words that are the same for the same operation, however its fields were ordered. */
export function operationText({ name, params }: Operation): string {
  if (name !== 'device.relay.set') return `${name} ${sorted(params)}`;
  const relays = params.relays.toSorted((a, b) => a.index - b.index);
  return `${name} ${relays.map(({ index, action }) => `${index} ${action}`).join(', ')}`;
}

function sorted(params: object): string {
  const entries = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}

/** The relays that a request changes; undefined for another request, or one that could not be read. */
export function relaysOf({ operation }: ClientExchange): ReadonlySet<number> | undefined {
  if (operation?.name !== 'device.relay.set') return undefined;
  return new Set(operation.params.relays.map(({ index }) => index));
}

/** The same text for tries of the same operation on the same device, whichever the channel, key and token. */
export function purposeOf(exchange: ClientExchange): string {
  const { what, deviceId = '', commandId = '', operation, digest = '' } = exchange;
  if (isClientRefresh(exchange)) return `refresh ${deviceId}`;
  if (operation) return `command ${deviceId} ${operationText(operation)}`;
  return `${what} ${deviceId} ${commandId} ${digest}`;
}

/** The same text for the same request: method, path, body, key and credentials. */
export function requestOf(exchange: ClientExchange): string {
  const { channel, method = '', path = '', key = '', token = '', connection = '', digest = '' } = exchange;
  const sender = channel === 'ws' ? `on ${connection}` : `with ${token}`;
  const body = exchange.operation ? '' : digest;
  return [channel, method, path, key, sender, body, purposeOf(exchange)].join(' | ');
}

/** For people: `POST /svc/v1/... (#12)` or `device.state.get (#12)`. */
export function exchangeName({ id, method, path, what, deviceId }: ClientExchange): string {
  const on = deviceId === undefined ? '' : ` of ${deviceId}`;
  return method !== undefined && path !== undefined ? `${method} ${path} (#${id})` : `${what}${on} (#${id})`;
}

/** The exchanges of each process by themselves, in their order. */
export function byActor(day: ClientTraffic): ReadonlyMap<string, readonly ClientExchange[]> {
  return groupBy(day.exchanges, ({ actor }) => actor);
}

/** The exchanges of each worker by themselves: what another one was told it may not know. */
export function byWorker(day: ClientTraffic): ReadonlyMap<string, readonly ClientExchange[]> {
  return groupBy(day.exchanges, ({ worker }) => worker);
}

/** The process that it is a life of: whoever was started anew is the same client. */
export function instanceOf({ actor }: Pick<ClientExchange, 'actor'>): string {
  return actor.replace(/, life .*$/, '');
}

/** Ms within which a request that came after a reply may have been sent before the client had read it. */
export const IN_FLIGHT = 50;

/** Whether the sender of `later` must have known the reply to `earlier`. */
export function knew(later: ClientExchange, earlier: ClientExchange): boolean {
  const at = settledAt(earlier);
  if (at === undefined || later.cameAt < at || earlier.mayBeUnread) return false;
  return isOnSameSocket(later, earlier) || later.cameAt - at >= IN_FLIGHT;
}

/** One after the other on a network connection: who asks there has read the reply before, however late a machine was. */
export function isOnSameSocket(later: ClientExchange, earlier: ClientExchange): boolean {
  return later.socket !== undefined && later.socket === earlier.socket;
}
