// client.heartbeat: gaps between pings on connections that were open for long.
import type { ClientConnection, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, instant, type PartialRuling, spanWords, together, verdict } from './breach.js';
import type { ClientRule } from './ruling.js';

/** Connections that were open for less say nothing, in ms. */
const LONG_OPEN = 100_000;
const TOO_LONG = 60_000;
const DOUBTFUL = 40_000;

export const heartbeat: ClientRule = {
  id: 'client.heartbeat',
  judge: ({ days, isInterim = false }) => {
    const found = days.flatMap((day) =>
      day.connections.filter((each) => !each.disturbed).map((each) => judgeConnection(day, each)),
    );
    return verdict({
      ...together(found),
      why: 'pings were missing for a while in which other messages came, or for no more than 60 s: the client may ping only when it is idle',
      needs: 'the calm and the quiet day: the client has to keep a WebSocket connection open for 100 s',
      enough: 2,
      isComing: isInterim && days.some(({ connections }) => connections.some(isOpenNow)),
    });
  },
};

/** A connection that may yet be open for long enough. */
export function isOpenNow({ openedAt, closedAt }: ClientConnection): boolean {
  return openedAt !== undefined && closedAt === undefined;
}

/** So many pings as they should be tell, too. */
const GOOD_PINGS = 2;

function judgeConnection(day: ClientTraffic, connection: ClientConnection): PartialRuling {
  const { id, openedAt, closedAt = day.to } = connection;
  const nothing = { n: 0, breaches: [], doubts: [] };
  if (openedAt === undefined) return nothing;
  const frames = day.exchanges.filter((each) => each.connection === id);
  const pings = frames.filter(({ what }) => what === 'session.ping');
  const [worst] = gapsOf(openedAt, closedAt, pings);
  const isGood = worst !== undefined && worst.gap <= DOUBTFUL;
  const isTold = closedAt - openedAt >= LONG_OPEN;
  const n = isTold || (isGood && pings.length >= GOOD_PINGS) ? 1 : 0;
  if (!isTold || !worst || isGood) return { ...nothing, n };
  const how = breach(
    day,
    worst.after ? [worst.after] : [],
    `no session.ping on ${id} for ${spanWords(worst.gap)} from ${instant(day, worst.from)} on`,
    'a session.ping about every 30 s for as long as the connection is open',
    worst.from + worst.gap,
  );
  const [silence] = gapsOf(openedAt, closedAt, frames);
  const wasRefused = worst.after?.reply?.status === 429;
  // A client that `--speed` outruns is silent for a while, too.
  const isSilent = Math.min(worst.gap, silence?.gap ?? 0) > TOO_LONG;
  if (!isSilent || wasRefused) return { ...nothing, n, doubts: [how] };
  return { ...nothing, n, breaches: [{ ...how, by: worst.gap - TOO_LONG }] };
}

/** Longest first, each with the frame that it follows. */
function gapsOf(openedAt: number, closedAt: number, frames: readonly ClientExchange[]) {
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
