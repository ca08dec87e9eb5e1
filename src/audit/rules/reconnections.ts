// Tries to connect: a ticket and the upgrade that it is for are one. What comes after a connection that was lost
// belongs to one outage, until a connection has lived for a while.
import type { ClientConnection, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { isFailed, isLimited, isLost, settledAt } from './facts.js';

export interface Try {
  readonly at: number;
  /** When it had failed, or its connection was lost; undefined while it goes on. */
  readonly endedAt: number | undefined;
  /** How it failed; `open` when it did not. */
  readonly how: 'open' | 'failed' | 'limited' | 'refused';
  readonly connection: ClientConnection | undefined;
  /** Numbers of the exchanges that it consists of. */
  readonly exchanges: readonly number[];
}

export function triesOf(day: ClientTraffic, actor: string): readonly Try[] {
  const connections = day.connections.filter((each) => each.actor === actor);
  const used = new Set<ClientConnection>();
  const withTicket = day.exchanges
    .filter((each) => each.what === 'ticket.create' && each.actor === actor && wasForNow(each, connections))
    .map((ticket): Try => {
      const { id, cameAt: at, reply } = ticket;
      const name = reply?.ticket;
      const connection = connections.find(
        (each) => name !== undefined && each.ticket === name && !used.has(each),
      );
      if (connection) used.add(connection);
      if (connection) {
        // Who has a ticket ready begins the try with the upgrade.
        const isReady = connection.askedAt - at > FROM_STOCK;
        const beginning = isReady ? connection.askedAt : at;
        return { at: beginning, ...outcomeOf(connection), connection, exchanges: [id] };
      }
      const failed = isFailed(ticket) || isLost(ticket);
      const how = isLimited(ticket) ? 'limited' : failed ? 'failed' : 'refused';
      return { at, endedAt: settledAt(ticket), how, connection: undefined, exchanges: [id] };
    });
  const alone = connections
    .filter((each) => !used.has(each))
    .map((each): Try => ({ at: each.askedAt, ...outcomeOf(each), connection: each, exchanges: [] }));
  return [...withTicket, ...alone, ...tokenTries(day, actor, connections)].toSorted((a, b) => a.at - b.at);
}

/** Who begins each try with a new token, and does nothing else meanwhile, has tried where that failed. */
function tokenTries(day: ClientTraffic, actor: string, connections: readonly ClientConnection[]): Try[] {
  const own = day.exchanges.filter((each) => each.actor === actor);
  const others = own.filter(({ channel, what }) => channel === 'rest' && !what.endsWith('.create'));
  // Who also asks for other things may need a token for those.
  if (others.length > 0) return [];
  return own.flatMap((each, at) => {
    const hasFailed = isFailed(each) || isLost(each);
    if (each.what !== 'token.create' || !hasFailed) return [];
    const before = connections.findLast(({ askedAt }) => askedAt < each.cameAt);
    const isCutOff = before?.closedAt !== undefined && before.closedAt <= each.cameAt;
    const since = own.slice(0, at).findLast(({ what }) => what !== 'token.create')?.cameAt ?? 0;
    if (!isCutOff || since > (before.closedAt ?? 0)) return [];
    const failed = { how: 'failed' as const, endedAt: settledAt(each), connection: undefined };
    return [{ at: each.cameAt, ...failed, exchanges: [each.id] }];
  });
}

/** Tickets that were never used, although they were created together with one that was: tries that were left. */
export function sparesOf(day: ClientTraffic, actor: string): readonly Try[] {
  const tickets = day.exchanges.filter((each) => each.what === 'ticket.create' && each.actor === actor);
  return tickets.flatMap((each, at) => {
    const twin = [tickets[at - 1], tickets[at + 1]].find(
      (other) => other !== undefined && Math.abs(other.cameAt - each.cameAt) <= TOGETHER,
    );
    if (!twin || wasForNow(each, day.connections)) return [];
    const endedAt = settledAt(each);
    return [
      { at: each.cameAt, endedAt, how: 'failed' as const, connection: undefined, exchanges: [each.id] },
    ];
  });
}

/** Tickets may be created and never used. */
function wasForNow({ reply }: ClientExchange, connections: readonly ClientConnection[]): boolean {
  return reply?.ticket === undefined || connections.some(({ ticket }) => ticket === reply.ticket);
}

function outcomeOf({ openedAt, closedAt, askedAt, refusal }: ClientConnection): Pick<Try, 'endedAt' | 'how'> {
  if (openedAt !== undefined) return { endedAt: closedAt, how: 'open' };
  if (refusal?.status === 429) return { endedAt: askedAt, how: 'limited' };
  return { endedAt: askedAt, how: (refusal?.status ?? 500) >= 500 ? 'failed' : 'refused' };
}

/** Tickets that are asked for within so many ms of each other are asked for together. */
const TOGETHER = 20;

/** A ticket that is so old when it is used was created beforehand, in ms. */
const FROM_STOCK = 2000;

/** The tries after one lost connection, or from the first failure on. */
export interface Outage {
  readonly day: ClientTraffic;
  readonly tries: readonly Try[];
  /** Delays in ms without those after a connection that was open for a short while. */
  readonly afterFailures: readonly (readonly number[])[];
  /** The first of these, where all that failed was the upgrade. */
  readonly afterUpgrades: readonly (readonly number[])[];
  /** All delays in ms. */
  readonly all: readonly number[];
}

/** A connection that lived so long ends the outage, in ms. */
const GOOD_LIFE = 20_000;
/** The first try may come at once. */
const AT_ONCE = 50;

export function outagesOf(day: ClientTraffic, tries: readonly Try[]): readonly Outage[] {
  const outages: Outage[] = [];
  let own: Try[] = [];
  let all: number[] = [];
  let parts: number[][] = [[]];
  let isOfUpgrades = true;
  const end = (): void => {
    const afterUpgrades = isOfUpgrades ? parts.slice(0, 1) : [];
    if (own.length > 0) outages.push({ day, tries: own, all, afterFailures: parts, afterUpgrades });
    isOfUpgrades = true;
    own = [];
    all = [];
    parts = [[]];
  };
  tries.forEach((each, at) => {
    const before = tries[at - 1];
    if (before?.endedAt === undefined) return;
    if (isGood(before)) end();
    // Who was told how long to wait, or to give up, does not choose the delay.
    if (before.how === 'limited' || before.how === 'refused') return;
    const delay = each.at - before.endedAt;
    if (delay < 0 || closedByItself(before)) return;
    own.push(each);
    const isFirst = own.length === 1;
    if (isFirst && delay < AT_ONCE) return;
    all.push(delay);
    if (before.how === 'open' && !isFirst) parts.push([]);
    parts.at(-1)?.push(delay);
    if (parts.length === 1 && before.how === 'failed' && !before.connection) isOfUpgrades = false;
  });
  end();
  return outages;
}

function isGood({ connection, endedAt = 0 }: Try): boolean {
  const openedAt = connection?.openedAt;
  return openedAt !== undefined && endedAt - openedAt >= GOOD_LIFE;
}

/** A client may end a connection and make another one as it likes. */
function closedByItself({ connection }: Try): boolean {
  return connection?.closedBy === 'client' && !connection.disturbed;
}

/** A connection that its client ends so soon without a word was one try of several, in ms. */
const GIVEN_UP = 2000;

type Heard = Pick<ClientTraffic, 'connections' | 'exchanges' | 'to'>;

/** How many connections are open at the same time at most: each is looked after by itself, unless given up at once. */
export function socketsOf(day: Heard): number {
  const { connections, to } = day;
  const own = connections.filter((each) => each.openedAt !== undefined && !isGivenUp(each, day));
  const openAt = (moment: number): number =>
    own.filter(({ openedAt = 0, closedAt = to }) => openedAt <= moment && moment < closedAt).length;
  return Math.max(1, ...own.map(({ openedAt = 0 }) => openAt(openedAt)));
}

export function isGivenUp(
  { id, openedAt, closedAt, closedBy }: ClientConnection,
  { exchanges }: Heard,
): boolean {
  if (openedAt === undefined || closedAt === undefined || closedBy !== 'client') return false;
  return closedAt - openedAt < GIVEN_UP && !exchanges.some(({ connection }) => connection === id);
}
