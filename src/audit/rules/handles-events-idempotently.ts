// client.handles-events-idempotently: whether a copy of an event leads to one more of the same effect.
import { groupBy } from '../../kernel/group-by.js';
import type { ClientExchange, ClientTraffic, DeliveredEvent } from '../traffic/traffic.js';
import { breach, instant } from './breach.js';
import { type Occasion, ruleOn } from './experiment.js';
import {
  exchangeName,
  instanceOf,
  isCommand,
  operationText,
  REACTS_WITHIN,
  relaysOf,
  succeeded,
} from './facts.js';
import type { ClientRule } from './ruling.js';

/**
 * What comes so soon after an event may follow from it or from its copies, in ms: until the next one of its kind comes,
 * which does not depend on copies.
 */
const REACTION = { least: 2500, most: REACTS_WITHIN };
/** What a client does so soon after an event, in ms, it does before a copy comes: it cannot depend on copies. */
const PROMPT = 700;
/** Events of a kind, so many at least, of which so many are followed so promptly by one effect, call for it. */
const LEAST = 5;
const OFTEN = 0.75;
/** Where no kind does: those that are followed so often at all. */
const MOSTLY = 0.5;

export const handlesEventsIdempotently: ClientRule = {
  id: 'client.handles-events-idempotently',
  isTimeless: true,
  judge: ({ days }) => {
    const all = days
      .filter((day) => day.deliveries.some(({ copy }) => copy))
      .flatMap((day) => followedIn(byConnectedWorkers(day)));
    const kinds = [...groupBy(all, ({ kind }) => kind).values()];
    // Events of other kinds come between a command and what called for it, and would blur what copies do.
    const called = [isPrompt, isOfSameDevice].map((isMeant) =>
      kinds.flatMap((same) => occasionsOf(same, calledFor(same, isMeant))),
    );
    const others = kinds.filter(callsForOne).flatMap((same) => occasionsOf(same, [undefined]));
    const occasions = [...called, others].find(({ length }) => length > 0) ?? [];
    return ruleOn({
      n: occasions.filter(({ treated }) => treated).length,
      occasions,
      names: ['copies', 'events that came once'],
      needs: 'the day of duplicated events: the client has to send a command whenever an event comes',
    });
  },
};

/** An event, how often it came again, and what the client did soon after it. */
interface Followed {
  readonly day: ClientTraffic;
  readonly kind: string;
  readonly first: DeliveredEvent;
  readonly copies: number;
  readonly commands: readonly ClientExchange[];
}

type IsMeant = (command: ClientExchange, first: DeliveredEvent) => boolean;

/** Before any copy comes: other commands have other reasons. */
const isPrompt: IsMeant = ({ cameAt }, first) => cameAt - first.at < PROMPT;
/** Who does one thing after the other comes to it later. */
const isOfSameDevice: IsMeant = ({ deviceId }, first) => deviceId === first.deviceId;

/** The effect that nearly each event of a kind has, whether copies of it come or not. */
function calledFor(same: readonly Followed[], isMeant: IsMeant): readonly string[] {
  const prompt = same.flatMap(({ first, commands }) => {
    const soon = commands.filter((each) => isMeant(each, first));
    return [...new Set(soon.flatMap(effectsOf))];
  });
  const groups = [...groupBy(prompt, (effect) => effect).values()];
  const [most = []] = groups.toSorted((a, b) => b.length - a.length);
  return same.length >= LEAST && most.length >= OFTEN * same.length ? most.slice(0, 1) : [];
}

function callsForOne(same: readonly Followed[]): boolean {
  const once = same.filter(({ copies }) => copies === 0);
  return once.filter(({ commands }) => commands.length > 0).length >= MOSTLY * once.length;
}

function followedIn(day: ClientTraffic): Followed[] {
  const events = day.deliveries.filter(({ eventId, odd }) => eventId !== undefined && odd !== 'topic');
  // A process that holds several connections gets each event over all of them: that is one occasion.
  const same = groupBy(events, ({ actor, eventId }) => `${actor} ${eventId}`);
  const originals = [...same.values()].flatMap(([first]) => first ?? []);
  const commands = firstTries(day.exchanges.filter(isCommand));
  return originals.flatMap((first, at) => {
    const { eventId, actor } = first;
    const next = originals.slice(at + 1).find((each) => callsForSame(each, first))?.at ?? Infinity;
    const until = Math.min(next, first.at + REACTION.most);
    if (until > day.to || !isAlone(first, at, originals)) return [];
    const isNear = (moment: number): boolean => moment >= first.at && moment <= until;
    const copies = same.get(`${actor} ${eventId}`)?.filter(({ copy, at: moment }) => copy && isNear(moment));
    return [
      {
        day,
        kind: [day.day, instanceOf({ actor }), first.topic, first.deviceId, ...first.changes].join(' '),
        first,
        copies: copies?.length ?? 0,
        commands: commands.filter((each) => each.actor === actor && isNear(each.cameAt)),
      },
    ];
  });
}

function occasionsOf(same: readonly Followed[], effects: readonly (string | undefined)[]): Occasion[] {
  return effects.flatMap((effect) => same.map((each) => occasionOf(each, effect)));
}

/** @param effect what counts; where it is not known, what was done most often. */
function occasionOf({ day, kind, first, copies, commands }: Followed, effect: string | undefined): Occasion {
  const isMeant = (each: ClientExchange): boolean => effect === undefined || effectsOf(each).includes(effect);
  const again = repeatedIn(commands.filter(isMeant));
  const names = again.slice(0, 2).map(exchangeName).join(' and ') || 'no command';
  const times = copies === 0 ? 'once' : `${copies + 1} times`;
  const done = `${first.topic} at ${instant(day, first.at)} came ${times} and was followed by ${names}`;
  const right = 'one command for one event, however often it comes';
  const how = breach(day, again.slice(0, 2), done, right, first.at);
  return { kind, treated: copies > 0, score: Math.max(0, again.length - 1), how };
}

/** Each worker that is connected acts on what it has heard itself, unless one acts that is not. */
function byConnectedWorkers(day: ClientTraffic): ClientTraffic {
  const workers = new Map(day.connections.map(({ id, worker }) => [id, worker]));
  const connected = new Set(workers.values());
  if (day.exchanges.some((each) => isCommand(each) && !connected.has(each.worker))) return day;
  return {
    ...day,
    exchanges: day.exchanges.map((each) => ({ ...each, actor: each.worker })),
    deliveries: day.deliveries.map((each) => ({
      ...each,
      actor: workers.get(each.connection) ?? each.actor,
    })),
  };
}

/** No other event that could call for the same came at about the same time. */
function isAlone(first: DeliveredEvent, at: number, originals: readonly DeliveredEvent[]): boolean {
  return !originals.some(
    (each, other) =>
      other !== at && Math.abs(each.at - first.at) <= REACTION.least && callsForSame(each, first),
  );
}

function callsForSame(one: DeliveredEvent, other: DeliveredEvent): boolean {
  return (
    one.actor === other.actor &&
    one.topic === other.topic &&
    one.deviceId === other.deviceId &&
    one.changes.join() === other.changes.join()
  );
}

/** The commands that brought the same effect about most often: they set the same relay, or do the same. */
function repeatedIn(commands: readonly ClientExchange[]): readonly ClientExchange[] {
  const pairs = commands.flatMap((each) => effectsOf(each).map((effect) => ({ each, effect })));
  const groups = [...groupBy(pairs, ({ effect }) => effect).values()];
  const [most = []] = groups.toSorted((a, b) => b.length - a.length);
  return most.map(({ each }) => each);
}

function effectsOf(command: ClientExchange): readonly string[] {
  const { operation, what, deviceId = '' } = command;
  const relays = relaysOf(command);
  const other = `${deviceId} ${operation ? operationText(operation) : what}`;
  return relays ? [...relays].map((index) => `${deviceId} relay ${index}`) : [other];
}

/** What was refused had no effect, and what comes under the same key has it once. */
function firstTries(commands: readonly ClientExchange[]): readonly ClientExchange[] {
  const keys = new Set<string>();
  return commands.filter((each) => {
    if (each.reply !== undefined && !succeeded(each)) return false;
    if (each.key === undefined) return true;
    const isNew = !keys.has(each.key);
    keys.add(each.key);
    return isNew;
  });
}
