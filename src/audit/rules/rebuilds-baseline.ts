// client.rebuilds-baseline: after a connection opens again, each device that was looked after is read.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, instant, type PartialRuling, spanWords, together, verdict } from './breach.js';
import {
  byActor,
  isClientRefresh,
  isCommand,
  isFailed,
  isLimited,
  isLost,
  purposeOf,
  refusedAsBusy,
  settledAt,
} from './facts.js';
import type { ClientRule } from './ruling.js';
import { isOpenNow } from './heartbeat.js';

const SOON = 30_000;
const DOUBTFUL = 60_000;

export const rebuildsBaseline: ClientRule = {
  id: 'client.rebuilds-baseline',
  judge: ({ days, isInterim = false }) => {
    const found = days.flatMap((day) =>
      [...byActor(day)].flatMap(([actor, exchanges]) =>
        reopenings(day, actor, exchanges).map((each) => judgeOne(day, each, exchanges)),
      ),
    );
    return verdict({
      ...together(found),
      why: 'devices were not read within 30 s after a connection; they were read before or later, only the list was, or a refusal was in the way',
      needs: 'the days of cut connections: the client has to look after a device and to connect again',
      isComing: isInterim && days.some(({ connections }) => connections.some(isOpenNow)),
    });
  },
};

type Reopening = ReturnType<typeof reopenings>[number];

/** Connections that open when the worker had one before and has none now. */
function reopenings(day: ClientTraffic, actor: string, exchanges: readonly ClientExchange[]) {
  const open = day.connections.filter((each) => each.actor === actor && each.openedAt !== undefined);
  return open.flatMap((connection, at) => {
    const { openedAt = 0, worker } = connection;
    const before = open.slice(0, at).filter((each) => each.worker === worker);
    const hasAnother = before.some(({ closedAt }) => closedAt === undefined || closedAt > openedAt);
    if (before.length === 0 || hasAnother || connection.disturbed) return [];
    const isOfOthers = open.some((each) => each.worker !== worker);
    // What the client did that looks after this connection: of several workers with connections one.
    const own = isOfOthers ? exchanges.filter((each) => each.worker === worker) : exchanges;
    // Since then the client had been without.
    return [{ connection, own, lostAt: Math.max(...before.map(({ closedAt = 0 }) => closedAt)) }];
  });
}

function judgeOne(
  day: ClientTraffic,
  { connection, own, lostAt }: Reopening,
  exchanges: readonly ClientExchange[],
): PartialRuling {
  const openedAt = connection.openedAt ?? 0;
  const until = Math.min(connection.closedAt ?? day.to, day.to);
  const cared = caredFor(own.filter(({ cameAt }) => cameAt < openedAt));
  if (cared.length === 0) return { n: 0, breaches: [], doubts: [] };
  const after = exchanges.filter(({ cameAt }) => cameAt >= openedAt && cameAt <= openedAt + DOUBTFUL);
  const missing = cared.filter((deviceId) => !readWithin(after, deviceId, openedAt + SOON));
  if (missing.length === 0) return { n: 1, breaches: [], doubts: [] };
  if (until - openedAt < SOON) return { n: 0, breaches: [], doubts: [] };
  const how = breach(
    day,
    after.slice(0, 3),
    `${missing.join(', ')} not read within ${spanWords(SOON)} after the connection had opened again at ${instant(day, openedAt)}`,
    'read each device that is looked after, over REST or with device.state.get',
    openedAt + SOON,
  );
  const isLate = missing.every((deviceId) => readWithin(after, deviceId, openedAt + DOUBTFUL));
  // Between the loss and the opening the state may still have changed; whoever was refused could not go on.
  const early = exchanges.filter(({ cameAt }) => cameAt >= lostAt && cameAt < openedAt);
  const isEarly = missing.every((deviceId) => readWithin(early, deviceId, openedAt));
  const isBackingOff = missing.every((deviceId) => wasBackingOff(exchanges, deviceId, openedAt));
  const listOnly = after.some(({ what }) => what === 'devices.list');
  // Who was refused had to wait, and had time enough afterwards.
  const isBusy = (each: ClientExchange): boolean =>
    refusedAsBusy(each) && missing.includes(each.deviceId ?? '');
  const hindrance = after.findLast(
    (each) => isLimited(each) || isFailed(each) || isLost(each) || isBusy(each) || each.reply?.status === 401,
  );
  const freeFrom = hindrance ? (settledAt(hindrance) ?? 0) + (hindrance.reply?.retryAfter ?? 0) : openedAt;
  const wasHindered = hindrance !== undefined && Math.min(until, openedAt + DOUBTFUL) - freeFrom < SOON;
  if (isLate || isEarly || isBackingOff || listOnly || wasHindered)
    return { n: 1, breaches: [], doubts: [how] };
  return { n: 1, breaches: [{ ...how, by: until - openedAt }], doubts: [] };
}

/** What the client does next at the device is one more try of what had failed before: until then it waits. */
function wasBackingOff(exchanges: readonly ClientExchange[], deviceId: string, openedAt: number): boolean {
  const own = exchanges.filter((each) => each.deviceId === deviceId);
  const before = own.findLast(({ cameAt }) => cameAt < openedAt);
  const next = own.find(({ cameAt }) => cameAt >= openedAt);
  const hasFailed = before !== undefined && (isLost(before) || isFailed(before) || refusedAsBusy(before));
  return hasFailed && (next === undefined || purposeOf(next) === purposeOf(before));
}

/** Tried is read: what the service makes of it is not the client's. */
function readWithin(exchanges: readonly ClientExchange[], deviceId: string, until: number): boolean {
  return exchanges.some(
    (each) => isClientRefresh(each) && each.deviceId === deviceId && each.cameAt <= until,
  );
}

/**
 * The devices that were read, without those that are gone or out of reach; where none was, those that were commanded. Who
 * reads some has no picture of the others, which it may only be told to switch.
 */
function caredFor(exchanges: readonly ClientExchange[]): readonly string[] {
  const isGone = ({ what, reply }: ClientExchange): boolean =>
    what === 'devices.remove' || reply?.status === 404 || reply?.status === 403;
  const own = exchanges.filter((each) => isClientRefresh(each) || isCommand(each) || isGone(each));
  const last = [...new Map(own.map((each) => [each.deviceId, each])).values()];
  const there = last.flatMap((each) => (isGone(each) ? [] : (each.deviceId ?? [])));
  const read = there.filter((deviceId) => readWithin(own, deviceId, Infinity));
  return read.length > 0 ? read : there;
}
