// client.ignores-unknown-fields: what a client does after an unknown field or topic, and not without it.
import { groupBy } from '../../kernel/group-by.js';
import type { ClientConnection, ClientTraffic } from '../traffic/traffic.js';
import { breach } from './breach.js';
import { isBeyondChance, type Occasion, pWords, ruleOn } from './experiment.js';
import { byActor, exchangeName, instanceOf } from './facts.js';
import type { ClientBreach, ClientRule, Evidence } from './ruling.js';
import { instant, spanWords } from './words.js';

/** What comes so soon after something may follow from it, in ms. */
const REACTION = 3000;
/** What has stopped was not done for so many times the longest pause of the client, in ms at least. */
const LONGEST_PAUSES = 2.5;
const LEAST_SILENCE = 30_000;

const RIGHT = 'carry on: unknown fields and topics are ignored';

export const ignoresUnknownFields: ClientRule = {
  id: 'client.ignores-unknown-fields',
  judge: (evidence) => {
    const odd = evidence.days.filter((day) => day.deliveries.some((each) => each.odd !== undefined));
    const occasions = odd.flatMap((day) => [...ofFields(day), ...ofTopics(day)]);
    const n = odd.flatMap(({ deliveries }) => deliveries).filter((each) => each.odd !== undefined).length;
    const ruling = ruleOn({
      n,
      occasions,
      names: ['events with something unknown', 'others'],
      needs: "the day of tomorrow's service: the client has to listen to events",
    });
    const stops = odd.flatMap((day) => stopped(day, evidence));
    if (ruling.kind === 'broken' || stops.length === 0) return ruling;
    const p = stops.reduce((product, each) => product * each.p, 1);
    const seen = stops.map(({ how }) => ({ ...how, right: `${how.right} (${pWords(p)})` }));
    if (isBeyondChance(p)) return { kind: 'broken', n, breaches: seen };
    const why = `the client fell silent, which may have had another reason: ${pWords(p)}`;
    return { kind: 'undecided', n, why, seen, isSuspicious: true };
  },
};

interface End {
  readonly at: number;
  readonly words: string;
}

/** Where the client has closed its connection, or has ended. */
function endOf(day: ClientTraffic, connection: ClientConnection): End | undefined {
  const { id, closedAt, closedBy, actor } = connection;
  const exit = day.exits.find((each) => each.actor === actor && each.at >= (connection.openedAt ?? 0));
  if (exit && exit.at <= (closedAt ?? Infinity) + REACTION)
    return { at: Math.min(exit.at, closedAt ?? exit.at), words: `the client ended (${exit.how})` };
  if (closedAt === undefined || closedBy !== 'client') return undefined;
  return { at: closedAt, words: `${id} was closed by the client` };
}

interface Moment {
  readonly at: number;
  readonly treated: boolean;
  readonly words: string;
}

/** Of the moments, the last one before the end of the connection has led to it, if any has. */
function occasionsOn(
  day: ClientTraffic,
  connection: ClientConnection,
  what: string,
  moments: readonly Moment[],
): Occasion[] {
  const { openedAt, closedAt = day.to, disturbed, actor } = connection;
  if (openedAt === undefined || disturbed) return [];
  const end = endOf(day, connection);
  const own = moments.filter(({ at }) => at >= openedAt && at <= Math.min(closedAt, end?.at ?? day.to));
  return own.map(({ at, treated, words }, place): Occasion => {
    const isLast = place === own.length - 1;
    const isFollowed = isLast && end !== undefined && end.at - at <= REACTION;
    const moment = `${treated ? words : 'an occasion without them'} at ${instant(day, at)}`;
    const after = isFollowed ? `${end.words} ${spanWords(end.at - at)} after` : 'the client carried on after';
    return {
      kind: `${day.day} ${instanceOf({ actor })} ${what}`,
      treated,
      score: isFollowed ? 1 : 0,
      how: breach(day, [], `${after} ${moment}`, RIGHT, isFollowed ? end.at : at),
    };
  });
}

/** Events of topics that are known, with fields that are not or without. */
function ofFields(day: ClientTraffic): Occasion[] {
  const known = groupBy(
    day.deliveries.filter(({ odd }) => odd !== 'topic'),
    ({ connection }) => connection,
  );
  return day.connections.flatMap((connection) => {
    const events = known.get(connection.id) ?? [];
    const moments = events.map(({ at, odd }) => ({ at, treated: odd === 'fields', words: 'unknown fields' }));
    return occasionsOn(day, connection, 'fields', moments);
  });
}

/** Moments at which the day drew whether to send an event of an unknown topic. */
function ofTopics(day: ClientTraffic): Occasion[] {
  const drawn = day.draws.filter(({ fault }) => fault === 'unknown-topics');
  const moments = drawn.map(({ at, treated }) => ({ at, treated, words: 'an unknown topic' }));
  return day.connections.flatMap((connection) => occasionsOn(day, connection, 'topics', moments));
}

/** A client that did nothing any more after something unknown, and paused for so long nowhere else. */
function stopped(
  day: ClientTraffic,
  { days }: Evidence,
): { readonly how: ClientBreach; readonly p: number }[] {
  return [...byActor(day)].flatMap(([actor, exchanges]) => {
    const last = exchanges.at(-1);
    if (!last || day.exits.some((each) => each.actor === actor)) return [];
    const pauses = days
      .filter((each) => each.day === 'calm' || !each.deliveries.some(({ odd }) => odd))
      .flatMap(pausesOf);
    const longest = Math.max(...pauses);
    const odd = day.deliveries.find(
      (each) =>
        each.actor === actor &&
        each.odd !== undefined &&
        each.at >= last.cameAt - REACTION &&
        each.at <= last.cameAt + longest,
    );
    const silence = day.to - last.cameAt;
    if (!odd || silence < Math.max(LEAST_SILENCE, LONGEST_PAUSES * longest)) return [];
    const done = `${exchangeName(last)} was the last request, ${spanWords(silence)} before the end of the day; the longest pause elsewhere was ${spanWords(longest)}`;
    const came = `${done}, and an event with something unknown came at ${instant(day, odd.at)}`;
    return [{ how: breach(day, [last], came, RIGHT), p: 1 / (1 + pauses.length) }];
  });
}

/** Times in ms from one request of a process to the next, and to the end of the day. */
function pausesOf(day: ClientTraffic): readonly number[] {
  return [...byActor(day).values()].flatMap((exchanges) =>
    exchanges.map(({ cameAt }, at) => (exchanges[at + 1]?.cameAt ?? day.to) - cameAt),
  );
}
