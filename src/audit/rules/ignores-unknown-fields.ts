// client.ignores-unknown-fields: what a client does after an unknown field or topic, and not without it.
import { defined } from '../../kernel/defined.js';
import { groupBy } from '../../kernel/group-by.js';
import type { ClientConnection, ClientExchange, ClientTraffic, DeliveredEvent } from '../traffic/traffic.js';
import { breach, instant, spanWords } from './breach.js';
import { isBeyondChance, type Occasion, pWords, ruleOn, ruleOnParts, worstPart } from './experiment.js';
import { byActor, exchangeName, instanceOf, isCommand, purposeOf, relaysOf } from './facts.js';
import type { ClientBreach, ClientRule, Evidence } from './ruling.js';

/** What comes so soon after something may follow from it, in ms. */
const REACTION = 3000;
/** A command so soon after an event is for it, in ms: later ones may have other reasons. */
const COMMAND = 1500;
/** What has stopped was not done for so many times the longest pause of the client, in ms at least. */
const LONGEST_PAUSES = 2.5;
/** A heartbeat is the most regular of all. */
const LONGEST_PAUSES_OF_PINGS = 1.5;
const LEAST_SILENCE = 30_000;

/** What stops has stopped visibly when so much of the day has come after the first of it, in ms at most. */
const WATCHED = 75_000;

const RIGHT = 'carry on: unknown fields and topics are ignored';

export const ignoresUnknownFields: ClientRule = {
  id: 'client.ignores-unknown-fields',
  judge: (evidence) => {
    const odd = evidence.days.filter((day) => day.deliveries.some((each) => each.odd !== undefined));
    const fields = odd.flatMap(ofFields);
    const topics = odd.flatMap(ofTopics);
    const told = new Map(odd.map((day) => [day, toldOn(day)]));
    const reactions = [...told].flatMap(([day, kinds]) => reactionsOn(day, kinds));
    const n = odd.flatMap(({ deliveries }) => deliveries).filter((each) => each.odd !== undefined).length;
    const needs = "the day of tomorrow's service: the client has to listen to events";
    const names = ['events with something unknown', 'others'] as const;
    const ends = ruleOnParts({ n, occasions: [...fields, ...topics], names, needs }, [fields, topics]);
    const ofReactions = ruleOn({ n, occasions: reactions, names, needs });
    const { lacks } = ends.lacks === undefined ? ofReactions : ends;
    const ruling = { ...worstPart(ends, [ofReactions]), ...defined({ lacks }) };
    const stops = [...told].flatMap(([day, kinds]) => {
      const silent = stopped(day, evidence);
      return silent.length > 0 ? silent : deafAfterTopic(day, kinds);
    });
    if (evidence.isInterim && !odd.every((day) => isWatchedLongEnough(day, evidence)))
      return { ...ruling, lacks: 'time to see what stops' };
    if (ruling.kind === 'broken' || stops.length === 0) return ruling;
    const p = stops.reduce((product, each) => product * each.p, 1);
    const seen = stops.map(({ how }) => ({ ...how, right: `${how.right} (${pWords(p)})` }));
    // Once may have had any reason: the day is lived again.
    if (stops.length > 1 && isBeyondChance(p)) return { kind: 'broken', n, breaches: seen };
    const why = `the client fell silent, which may have had another reason: ${pWords(p)}`;
    return { kind: 'undecided', n, why, seen, isSuspicious: true };
  },
};

function isWatchedLongEnough({ deliveries, to }: ClientTraffic, { calm }: Evidence): boolean {
  const first = deliveries.find(({ odd }) => odd !== undefined);
  const usual = calm ? [calm] : [];
  const kinds = new Set(usual.flatMap(({ exchanges }) => exchanges.map(({ what }) => what)));
  const silences = [...kinds].flatMap((what) => {
    const pauses = usual.flatMap((day) => activitiesOf(day, isOfKind(what))).flatMap(pausesOf);
    return pauses.length < REGULARLY.elsewhere ? [] : silenceOf(what, Math.max(...pauses));
  });
  const watched = calm ? REACTION + Math.max(LEAST_SILENCE, ...silences) : WATCHED;
  return to - (first?.at ?? to) >= Math.min(WATCHED, watched);
}

/** After which silence, in ms, it has stopped. */
function silenceOf(what: string, longest: number): number {
  const times = what === 'session.ping' ? LONGEST_PAUSES_OF_PINGS : LONGEST_PAUSES;
  return Math.max(LEAST_SILENCE, times * longest);
}

function isOfKind(what: string): (exchange: ClientExchange) => boolean {
  return (exchange) => exchange.what === what;
}

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

/**
 * Of the moments, the last one before the end of the connection has led to it, if any has.
 * @param rivals when something unknown of another sort came: the end after it is not for these.
 */
function occasionsOn(
  day: ClientTraffic,
  connection: ClientConnection,
  what: string,
  moments: readonly Moment[],
  rivals: readonly number[],
): Occasion[] {
  const { openedAt, closedAt = day.to, disturbed, actor } = connection;
  if (openedAt === undefined || disturbed) return [];
  const end = endOf(day, connection);
  const own = moments.filter(({ at }) => at >= openedAt && at <= Math.min(closedAt, end?.at ?? day.to));
  return own.map(({ at, treated, words }, place): Occasion => {
    const isLast = place === own.length - 1;
    const isNearest = !rivals.some((rival) => rival > at && rival <= (end?.at ?? at));
    const isFollowed = isLast && end !== undefined && end.at - at <= REACTION && isNearest;
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
    return occasionsOn(day, connection, 'fields', moments, oddMoments(day, connection, 'topic'));
  });
}

/** Moments at which the day drew whether to send an event of an unknown topic. */
function ofTopics(day: ClientTraffic): Occasion[] {
  const drawn = day.draws.filter(({ fault }) => fault === 'unknown-topics');
  const moments = drawn.map(({ at, treated }) => ({ at, treated, words: 'an unknown topic' }));
  return day.connections.flatMap((connection) =>
    occasionsOn(day, connection, 'topics', moments, oddMoments(day, connection, 'fields')),
  );
}

/** An event that tells of something that the client has not done itself. */
interface Told {
  readonly kind: string;
  readonly event: DeliveredEvent;
  /** The commands that came so soon that they may be for it. */
  readonly changes: ReadonlySet<string>;
}

/** By their kinds: process, topic, device and what has changed. */
type ToldByKind = ReadonlyMap<string, readonly Told[]>;

function toldOn(day: ClientTraffic): ToldByKind {
  const commands = day.exchanges.filter(isCommand);
  // That relays have changed is mostly told of what the client has done itself.
  const isOwn = ({ changes }: DeliveredEvent): boolean =>
    changes.length > 0 && changes.every((each) => each.startsWith('relay'));
  const events = day.deliveries.filter((each) => each.odd !== 'topic' && !each.copy && !isOwn(each));
  const told = events.map((event) => {
    const { at, actor, connection, topic, deviceId, changes } = event;
    const next = events.find((each) => each.at > at && each.connection === connection);
    const until = Math.min(at + COMMAND, next?.at ?? day.to);
    const own = commands.filter((each) => each.actor === actor && each.cameAt >= at && each.cameAt <= until);
    const kind = [instanceOf({ actor }), topic, deviceId, ...changes].join(' ');
    return { kind, event, changes: new Set(own.map(changeOf)) };
  });
  return groupBy(told, ({ kind }) => kind);
}

/** What a command is about, whichever way it goes: what follows an input goes on and off with it. */
function changeOf(command: ClientExchange): string {
  const relays = relaysOf(command);
  return relays ? `${command.deviceId} relays ${[...relays].join(' ')}` : purposeOf(command);
}

/**
 * Events of one kind, and whether the command follows that mostly does, in whichever arm: with unknown fields the client
 * does what it does without.
 */
function reactionsOn(day: ClientTraffic, kinds: ToldByKind): Occasion[] {
  // Chance has decided which of them have such fields.
  if (!day.isDrawn) return [];
  return [...kinds].flatMap(([kind, all]) => {
    const counted = groupBy(
      all.flatMap(({ changes }) => [...changes]),
      String,
    );
    const [usual] = [...counted].toSorted(([, one], [, two]) => two.length - one.length)[0] ?? [];
    return all.map(({ event: { at, odd }, changes }): Occasion => {
      const isFollowed = usual !== undefined && changes.has(usual);
      const what = `${kind} at ${instant(day, at)}${odd === 'fields' ? ', which had unknown fields' : ''}`;
      const done = `${isFollowed ? 'a command' : 'no command'} followed ${what}`;
      const how = breach(day, [], done, RIGHT, at);
      return { kind: `${day.day} ${kind}`, treated: odd === 'fields', score: isFollowed ? 0 : 1, how };
    });
  });
}

/** A command followed events of a kind before an unknown topic came, and none of them after it; the plainest of a day. */
function deafAfterTopic(day: ClientTraffic, kinds: ToldByKind): Stop[] {
  const all = [...kinds].flatMap(([kind, told]) =>
    day.connections.flatMap((connection): Stop[] => {
      const [topicAt] = oddMoments(day, connection, 'topic');
      if (topicAt === undefined) return [];
      const own = told.filter(({ event }) => event.connection === connection.id);
      const before = own.filter(({ event }) => event.at < topicAt);
      const after = own.filter(({ event }) => event.at > topicAt);
      const followed = [...new Set(before.flatMap(({ changes }) => [...changes]))];
      const ended = followed
        .filter((change) => !after.some(({ changes }) => changes.has(change)))
        .map((change) => before.filter(({ changes }) => changes.has(change)).length);
      const times = Math.max(0, ...ended);
      const p = followed.length * chanceOf(times, before.length, after.length);
      if (times < LEAST_REACTIONS || p > MOST_BY_CHANCE) return [];
      const done = `a command followed ${times} of ${before.length} times ${kind}, and none of ${after.length} more after an event of an unknown topic at ${instant(day, topicAt)}`;
      return [{ how: breach(day, [], done, RIGHT, topicAt), p }];
    }),
  );
  // One life says one thing, however many events show it.
  return all.toSorted((one, two) => one.p - two.p).slice(0, 1);
}

/** Fewer may have had no command for other reasons. */
const LEAST_REACTIONS = 2;
/** What a schedule may bring about says nothing. */
const MOST_BY_CHANCE = 0.01;

/** That all of so many commands fall among those before a moment, if it changes nothing. */
function chanceOf(commands: number, before: number, after: number): number {
  let p = 1;
  for (let each = 0; each < commands; each++) p *= (before - each) / (before + after - each);
  return p;
}

function oddMoments(day: ClientTraffic, { id }: ClientConnection, sort: 'fields' | 'topic'): number[] {
  return day.deliveries
    .filter(({ connection, odd }) => connection === id && odd === sort)
    .map(({ at }) => at);
}

/** What a client pauses between so often elsewhere, it does regularly; on the day itself it has begun to. */
const REGULARLY = { elsewhere: 5, here: 2 };
/** So many pauses in a row, each longer than all others, say no more than that it has stopped. */
const MOST_IN_A_ROW = 3;

/** What a client did regularly and no more after something unknown, although it paused for so long nowhere else. */
function stopped(day: ClientTraffic, { days }: Evidence): Stop[] {
  const usual = days.filter((each) => each.day === 'calm' || !each.deliveries.some(({ odd }) => odd));
  return [...byActor(day)].flatMap(([actor, exchanges]) => {
    if (day.exits.some((each) => each.actor === actor)) return [];
    const own = (what: string): Stop | undefined =>
      stopOf(
        day,
        exchanges.filter(isOfKind(what)),
        usual.flatMap((each) => activitiesOf(each, isOfKind(what))),
      );
    const all = stopOf(
      day,
      exchanges,
      usual.flatMap((each) => activitiesOf(each, () => true)),
    );
    const kinds = [...new Set(exchanges.map(({ what }) => what))];
    // Who has fallen silent has stopped each of these: that is one thing.
    return (all ? [all] : kinds.flatMap((what) => own(what) ?? [])).slice(0, 1);
  });
}

/** What one process did, in ms from the beginning of its day, and how long that lasted. */
interface Activity {
  readonly times: readonly number[];
  readonly lasted: number;
}

function activitiesOf(day: ClientTraffic, isMeant: (exchange: ClientExchange) => boolean): Activity[] {
  return [...byActor(day).values()].map((exchanges) => ({
    times: exchanges.filter(isMeant).map(({ cameAt }) => cameAt - day.from),
    lasted: day.to - day.from,
  }));
}

interface Stop {
  readonly how: ClientBreach;
  readonly p: number;
}

function stopOf(
  day: ClientTraffic,
  exchanges: readonly ClientExchange[],
  usual: readonly Activity[],
): Stop | undefined {
  const last = exchanges.at(-1);
  const pauses = usual.flatMap(pausesOf);
  if (!last || exchanges.length < REGULARLY.here || pauses.length < REGULARLY.elsewhere) return undefined;
  const longest = Math.max(...pauses);
  const odd = day.deliveries.find(
    (each) =>
      each.actor === last.actor &&
      each.odd !== undefined &&
      each.at >= last.cameAt - REACTION &&
      each.at <= last.cameAt + longest,
  );
  const silence = day.to - last.cameAt;
  const isLong = silence >= silenceOf(exchanges.every(isOfKind(last.what)) ? last.what : '', longest);
  if (!odd || !isLong || !wentOn(usual, last.cameAt - day.from)) return undefined;
  const done = `${exchangeName(last)} was the last ${last.what}, ${spanWords(silence)} before the end of the day; the longest pause elsewhere was ${spanWords(longest)}`;
  const came = `${done}, and an event with something unknown came at ${instant(day, odd.at)}`;
  const inARow = Math.min(MOST_IN_A_ROW, Math.floor(silence / longest));
  return { how: breach(day, [last], came, RIGHT), p: (1 / (1 + pauses.length)) ** inARow };
}

/** Wherever the day was longer, the client went on after that time: it does not stop by itself. */
function wentOn(usual: readonly Activity[], stop: number): boolean {
  const longer = usual.filter(({ times, lasted }) => times.length > 0 && lasted > stop + LEAST_SILENCE);
  return longer.length > 0 && longer.every(({ times }) => times.some((at) => at > stop));
}

/** Times in ms from one request of a process to the next, and to the end of the day. */
function pausesOf({ times, lasted }: Activity): readonly number[] {
  return times.map((at, place) => (times[place + 1] ?? lasted) - at);
}
