// Traffic of one process for tests: requests with what became of them, at times in ms from the beginning of the day.
import type { ClientRuleId } from '../../src/contract/rules/client.js';
import { CLIENT_JUDGES } from '../../src/audit/rules/rules.js';
import type { ClientBreach, Evidence, Ruling } from '../../src/audit/rules/ruling.js';
import type {
  ClientConnection,
  DeliveredEvent,
  ClientExchange,
  ClientReply,
  ClientTraffic,
} from '../../src/audit/traffic/traffic.js';
import { STATUS_OF_CODE } from '../../src/contract/error-codes.js';

type Said = Partial<Omit<ClientReply, 'at'>> & { readonly after?: number };

export type Asked = Partial<Omit<ClientExchange, 'reply' | 'lostAt'>> & {
  /** Default: SUCCESS after 10 ms. `lost`: the connection breaks after 10 ms. `none`: nothing is known. */
  readonly reply?: Said | 'lost' | 'none';
};

const LATENCY = 10;

function exchangesOf(
  asked: readonly (readonly [at: number, what: string, rest?: Asked])[],
): ClientExchange[] {
  return asked.map(([at, what, { reply = {}, actor = '1', worker, ...rest } = {}], index): ClientExchange => {
    const isTopic = /^(session|device)\./.test(what);
    const base = {
      id: index + 1,
      channel: isTopic ? ('ws' as const) : ('rest' as const),
      what,
      headers: {},
      actor,
      worker: worker ?? actor,
    };
    const common = {
      ...base,
      cameAt: at,
      completeAt: at,
      ...(isTopic && { connection: 'ws-1' }),
      ...rest,
    };
    if (reply === 'none') return common;
    if (reply === 'lost') return { ...common, lostAt: at + LATENCY };
    const { after = LATENCY, code = 'SUCCESS', status = STATUS_OF_CODE[code] ?? 404, ...more } = reply;
    return { ...common, reply: { at: at + after, code, status, ...more } };
  });
}

export function connectionOf(
  id: string,
  openedAt: number,
  closedAt?: number,
  rest: Partial<ClientConnection> = {},
): ClientConnection {
  const ends = closedAt === undefined ? {} : { closedAt, closedBy: 'service' as const };
  const own = { actor: '1', worker: rest.actor ?? '1' };
  return { id, ...own, askedAt: openedAt, openedAt, headers: {}, disturbed: false, ...ends, ...rest };
}

export function deliveryOf(at: number, eventId: string, rest: Partial<DeliveredEvent> = {}): DeliveredEvent {
  const common = {
    at,
    eventId,
    connection: 'ws-1',
    actor: '1',
    topic: 'device.state.changed',
    deviceId: 'd1',
  };
  return { ...common, changes: ['digitalInput 3'], copy: false, ...rest };
}

export function dayOf(
  asked: readonly (readonly [at: number, what: string, rest?: Asked])[],
  rest: Partial<ClientTraffic> = {},
): ClientTraffic {
  const base = {
    day: 'a day',
    client: 'c',
    from: 0,
    to: 150_000,
    connections: [],
    deliveries: [],
    draws: [],
    isDrawn: false,
    late: [],
  };
  return { ...base, exits: [], processes: 'known', exchanges: exchangesOf(asked), ...rest };
}

/** @param calm the day on which nothing was disturbed. */
export function judge(
  rule: ClientRuleId,
  days: ClientTraffic | readonly ClientTraffic[],
  calm?: ClientTraffic,
): Ruling {
  const list = Array.isArray(days) ? (days as readonly ClientTraffic[]) : [days as ClientTraffic];
  return judged(rule, { days: calm ? [...list, calm] : list, ...(calm && { calm }) });
}

export function judged(rule: ClientRuleId, evidence: Evidence): Ruling {
  const found = CLIENT_JUDGES.find(({ id }) => id === rule);
  if (!found) throw new Error(`no rule ${rule}`);
  return found.judge(evidence);
}

export function breachesOf(ruling: Ruling): readonly ClientBreach[] {
  return ruling.kind === 'broken' ? ruling.breaches : [];
}

export const BUSY: Said = { code: 'DEVICE_BUSY', status: 409 };
export const FAILED: Said = { code: 'INTERNAL_ERROR', status: 500 };
export const LIMITED = (seconds: number): Said => ({
  code: 'RATE_LIMITED',
  status: 429,
  retryAfter: seconds * 1000,
});
export const DENIED: Said = { code: 'AUTH_SCOPE_DENIED', status: 403 };
export const refused = (status: number, code: string): Said => ({ status, code });

/** A relay command: relay 1 on, unless others are given. */
export function relays(
  key: string | undefined,
  changes: Readonly<Record<number, 'on' | 'off'>> = { 1: 'on' },
  deviceId = 'd1',
): Asked {
  const list = Object.entries(changes).map(([index, action]) => ({ index: Number(index), action }));
  return {
    deviceId,
    method: 'POST',
    path: `/svc/v1/devices/${deviceId}/relays/commands`,
    operation: { name: 'device.relay.set', params: { relays: list } },
    ...(key !== undefined && { key }),
  };
}

export const refresh = (deviceId = 'd1', rest: Asked = {}): Asked => ({
  deviceId,
  method: 'GET',
  path: `/svc/v1/devices/${deviceId}`,
  ...rest,
});
