// client.key-kept-on-retry: after no definitive response the identical command comes again under its own key.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { byActor, isCommand, isFailed, isLost, exchangeName, purposeOf, settledAt } from './facts.js';
import { rhythmOf, type Rhythm } from './rhythm.js';
import type { ClientBreach, ClientRule } from './ruling.js';
import { spanWords } from './words.js';

/** After that a command is a new wish, whatever became of the last one; in ms. */
const LONGEST = 60_000;
/** Who has waited so long for a reply may have given up waiting, in ms. */
const PATIENCE = 3000;

export const keyKeptOnRetry: ClientRule = {
  id: 'client.key-kept-on-retry',
  judge: (evidence) => {
    const rhythm = rhythmOf(evidence, purposeOf);
    const found = evidence.days.flatMap((day) =>
      [...byActor(day).values()].map((exchanges) => judgeActor(day, exchanges.filter(isCommand), rhythm)),
    );
    return verdict({
      n: found.reduce((total, { n }) => total + n, 0),
      breaches: found.flatMap(({ breaches }) => breaches),
      doubts: found.flatMap(({ doubts }) => doubts),
      needs: 'the days of lost replies and of the failing service: the client has to send a command',
    });
  },
};

interface Found {
  n: number;
  readonly breaches: ClientBreach[];
  readonly doubts: ClientBreach[];
}

function judgeActor(day: ClientTraffic, commands: readonly ClientExchange[], rhythm: Rhythm): Found {
  const found: Found = { n: 0, breaches: [], doubts: [] };
  commands.forEach((each, at) => {
    const unclearAt = unclearFrom(each);
    if (unclearAt === undefined) return;
    const next = commands
      .slice(at + 1)
      .find(({ deviceId, cameAt }) => deviceId === each.deviceId && cameAt >= unclearAt);
    found.n++;
    if (!next || purposeOf(next) !== purposeOf(each) || wasTold(each, next)) return;
    const gap = next.cameAt - unclearAt;
    if (next.key === each.key && each.key !== undefined) {
      if (next.channel !== each.channel) found.doubts.push(repeated(day, each, next, gap));
    } else if (gap < LONGEST && next.cameAt - wishedAt(commands, each) < rhythm(purposeOf(each)))
      found.breaches.push(repeated(day, each, next, gap));
  });
  return found;
}

/** The reply came after a while, and on a connection that was still open, before the next command was sent. */
function wasTold(exchange: ClientExchange, { cameAt }: ClientExchange): boolean {
  const { reply } = exchange;
  return reply !== undefined && reply.at <= cameAt && !isFailed(exchange);
}

/** When the command was first sent: what comes again as often as it is wished for is another wish, and no retry. */
function wishedAt(commands: readonly ClientExchange[], exchange: ClientExchange): number {
  const { key, cameAt } = exchange;
  if (key === undefined) return cameAt;
  const first = commands.find((each) => each.key === key && purposeOf(each) === purposeOf(exchange));
  return first?.cameAt ?? cameAt;
}

/** From when on the client did not know what became of the command; undefined when it knows. */
function unclearFrom(exchange: ClientExchange): number | undefined {
  if (isLost(exchange) || isFailed(exchange)) return settledAt(exchange);
  const { cameAt, reply } = exchange;
  return reply === undefined || reply.at - cameAt > PATIENCE ? cameAt + PATIENCE : undefined;
}

function repeated(
  day: ClientTraffic,
  first: ClientExchange,
  next: ClientExchange,
  gap: number,
): ClientBreach {
  const what = isFailed(first) ? 'INTERNAL_ERROR' : 'it got no reply';
  const key = next.key === undefined ? 'without a key' : `under the key "${next.key}"`;
  return breach(
    day,
    [first, next],
    `${exchangeName(next)} repeats ${exchangeName(first)} ${spanWords(gap)} after ${what}, ${key}`,
    first.key === undefined
      ? 'the same request with the key that it began with'
      : `the same request under its key "${first.key}"`,
  );
}
