// What breaks no rule and costs the client quota or latency all the same: short sentences, never counted, from the calm
// day, on which nothing forced the client to anything.
import { isFinal } from '../../contract/schemas/scalars.js';
import { groupBy } from '../../kernel/group-by.js';
import { byActor, isClientRefresh, exchangeName, succeeded } from '../rules/facts.js';
import { spanWords } from '../rules/breach.js';
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';

/** Fewer occasions are no habit. */
const HABIT = 4;
/** Who reads a device oftener than this gains little by its events, in ms. */
const OFTEN = 10_000;
const ADVISERS: readonly ((calm: ClientTraffic) => string | undefined)[] = [
  tokensForConnections,
  polls,
  listsAgain,
  readsFinished,
  unusedTickets,
  connectionPerRequest,
];

export function adviceFor(calm: ClientTraffic | undefined): readonly string[] {
  if (!calm) return [];
  return ADVISERS.flatMap((adviser) => adviser(calm) ?? []);
}

function tokensForConnections({ exchanges, connections }: ClientTraffic): string | undefined {
  const tokens = exchanges.filter(({ what, reply }) => what === 'token.create' && reply?.token !== undefined);
  const opened = connections.filter(({ openedAt }) => openedAt !== undefined);
  if (opened.length < HABIT || tokens.length < opened.length) return undefined;
  return `${tokens.length} tokens for ${opened.length} connections: a token serves until it expires, also for the next ticket`;
}

function polls(calm: ClientTraffic): string | undefined {
  const polled = [...byActor(calm).values()].flatMap((exchanges) =>
    [...groupBy(exchanges.filter(isClientRefresh), ({ deviceId = '' }) => deviceId)].flatMap(
      ([device, reads]) => {
        const gaps = reads.slice(1).map(({ cameAt }, at) => cameAt - (reads[at]?.cameAt ?? cameAt));
        const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
        return gaps.length >= HABIT && usual < OFTEN ? [{ device, usual }] : [];
      },
    ),
  );
  const [first] = polled;
  if (!first) return undefined;
  const others = polled.length > 1 ? ` and ${polled.length - 1} more` : '';
  return `${first.device}${others} is read about every ${spanWords(first.usual)}: relays and inputs are told by events, and a refresh is limited strictly`;
}

function listsAgain({ exchanges, from, to }: ClientTraffic): string | undefined {
  const lists = exchanges.filter((each) => each.what === 'devices.list' || each.what === 'profiles.list');
  const every = (to - from) / Math.max(1, lists.length);
  if (lists.length < HABIT || every > OFTEN) return undefined;
  return `the list of devices or profiles is read about every ${spanWords(every)}: it changes seldom`;
}

function readsFinished({ exchanges }: ClientTraffic): string | undefined {
  const finished = new Set<string>();
  const wasted: ClientExchange[] = [];
  for (const each of exchanges) {
    const { what, commandId, reply } = each;
    if (what === 'commands.read' && commandId !== undefined && finished.has(commandId)) wasted.push(each);
    const { commandId: told, commandStatus: status } = reply ?? {};
    if (succeeded(each) && told !== undefined && status !== undefined && isFinal(status)) finished.add(told);
  }
  const [first] = wasted;
  if (!first || wasted.length < HABIT) return undefined;
  return `${wasted.length} commands were read although their final status was known, the first with ${exchangeName(first)}`;
}

function unusedTickets({ exchanges, connections }: ClientTraffic): string | undefined {
  const used = new Set(connections.map(({ ticket }) => ticket));
  const unused = exchanges.filter(({ reply }) => reply?.ticket !== undefined && !used.has(reply.ticket));
  return unused.length < HABIT
    ? undefined
    : `${unused.length} tickets were created and never used: each counts against the quota of tickets`;
}

function connectionPerRequest({ exchanges }: ClientTraffic): string | undefined {
  const rest = exchanges.filter(({ channel, socket }) => channel === 'rest' && socket !== undefined);
  const sockets = new Set(rest.map(({ socket }) => socket));
  const isHabit = rest.length >= 4 * HABIT && sockets.size >= 0.9 * rest.length;
  return isHabit
    ? `${rest.length} REST requests came over ${sockets.size} network connections: one that is kept open saves a handshake for each`
    : undefined;
}
