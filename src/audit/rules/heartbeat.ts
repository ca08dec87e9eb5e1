// client.heartbeat: gaps between pings on connections that were open for long.
import type { ClientConnection, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import type { ClientBreach, ClientRule } from './ruling.js';
import { instant, spanWords } from './words.js';

/** Connections that were open for less say nothing, in ms. */
const LONG_OPEN = 100_000;
const TOO_LONG = 60_000;
const DOUBTFUL = 40_000;

export const heartbeat: ClientRule = {
  id: 'client.heartbeat',
  judge: ({ days }) => {
    const found = days.flatMap((day) =>
      day.connections
        .filter((each) => !each.disturbed && lifeOf(day, each) >= LONG_OPEN)
        .map((each) => judgeConnection(day, each)),
    );
    return verdict({
      n: found.length,
      breaches: found.flatMap(({ breaches }) => breaches),
      doubts: found.flatMap(({ doubts }) => doubts),
      needs: 'the calm and the quiet day: the client has to keep a WebSocket connection open for 100 s',
    });
  },
};

function lifeOf({ to }: ClientTraffic, { openedAt, closedAt = to }: ClientConnection): number {
  return openedAt === undefined ? 0 : closedAt - openedAt;
}

interface Found {
  readonly breaches: readonly ClientBreach[];
  readonly doubts: readonly ClientBreach[];
}

function judgeConnection(
  day: ClientTraffic,
  { id, openedAt = 0, closedAt = day.to }: ClientConnection,
): Found {
  const frames = day.exchanges.filter(({ connection }) => connection === id);
  const pings = frames.filter(({ what }) => what === 'session.ping');
  const [worst] = gapsOf(openedAt, closedAt, pings);
  if (!worst || worst.gap <= DOUBTFUL) return { breaches: [], doubts: [] };
  const how = breach(
    day,
    worst.after ? [worst.after] : [],
    `no session.ping on ${id} for ${spanWords(worst.gap)} from ${instant(day, worst.from)} on`,
    'a session.ping about every 30 s for as long as the connection is open',
    worst.from + worst.gap,
  );
  // Others pings were refused, or other frames showed that the client was alive.
  const [silence] = gapsOf(openedAt, closedAt, frames);
  const isExcused =
    worst.gap <= TOO_LONG || (silence?.gap ?? 0) <= TOO_LONG || worst.after?.reply?.status === 429;
  return isExcused ? { breaches: [], doubts: [how] } : { breaches: [how], doubts: [] };
}

interface Gap {
  readonly from: number;
  readonly gap: number;
  /** The frame that it follows. */
  readonly after: ClientExchange | undefined;
}

/** Longest first. */
function gapsOf(openedAt: number, closedAt: number, frames: readonly ClientExchange[]): readonly Gap[] {
  const moments = [openedAt, ...frames.map(({ cameAt }) => cameAt), closedAt];
  return moments
    .slice(1)
    .map((moment, at) => ({
      from: moments[at] ?? 0,
      gap: moment - (moments[at] ?? 0),
      after: frames[at - 1],
    }))
    .toSorted((a, b) => b.gap - a.gap);
}
