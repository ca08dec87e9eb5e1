// client.handles-events-idempotently: whether a copy of an event leads to one more of the same effect.
import { groupBy } from '../../kernel/group-by.js';
import type { ClientExchange, ClientTraffic, DeliveredEvent } from '../traffic/traffic.js';
import { breach } from './breach.js';
import { type Occasion, ruleOn } from './experiment.js';
import { exchangeName, instanceOf, isCommand, operationText, succeeded } from './facts.js';
import type { ClientRule } from './ruling.js';
import { instant } from './words.js';

/**
 * What comes so soon after an event may follow from it or from its copies, in ms: until the next one of its kind comes,
 * which does not depend on copies.
 */
const REACTION = { least: 2500, most: 3500 };
/** What a client does so soon after an event, in ms, it does before a copy comes: it cannot depend on copies. */
const PROMPT = 700;
/** Events of a kind, so many at least, of which so many are followed so promptly, call for a command. */
const LEAST = 5;
const NEARLY_ALL = 0.9;
/** Where no kind is: those that are followed so often at all. */
const MOSTLY = 0.5;

export const handlesEventsIdempotently: ClientRule = {
  id: 'client.handles-events-idempotently',
  isTimeless: true,
  judge: ({ days }) => {
    const all = days
      .filter((day) => day.deliveries.some(({ copy }) => copy))
      .flatMap((day) => occasionsOf(byConnectedWorkers(day)));
    const kinds = [...groupBy(all, ({ kind }) => kind).values()];
    const prompt = kinds.filter(isPromptly);
    // Events of other kinds come between a command and what called for it, and would blur what copies do.
    const occasions = (prompt.length > 0 ? prompt : kinds.filter(callsForOne)).flat();
    return ruleOn({
      n: occasions.filter(({ treated }) => treated).length,
      occasions,
      names: ['copies', 'events that came once'],
      needs: 'the day of duplicated events: the client has to send a command whenever an event comes',
    });
  },
};

interface Followed extends Occasion {
  readonly commands: number;
  /** A command came before any copy. */
  readonly isPrompt: boolean;
}

function isPromptly(occasions: readonly Followed[]): boolean {
  const prompt = occasions.filter(({ isPrompt }) => isPrompt);
  return occasions.length >= LEAST && prompt.length >= NEARLY_ALL * occasions.length;
}

function callsForOne(occasions: readonly Followed[]): boolean {
  const once = occasions.filter(({ treated }) => !treated);
  return once.filter(({ commands }) => commands > 0).length >= MOSTLY * once.length;
}

function occasionsOf(day: ClientTraffic): Followed[] {
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
    const copies =
      same.get(`${actor} ${eventId}`)?.filter(({ copy, at: moment }) => copy && isNear(moment)) ?? [];
    const followed = commands.filter((each) => each.actor === actor && isNear(each.cameAt));
    const again = repeatedIn(followed);
    const names = again.slice(0, 2).map(exchangeName).join(' and ') || 'no command';
    const times = copies.length === 0 ? 'once' : `${copies.length + 1} times`;
    const done = `${first.topic} at ${instant(day, first.at)} came ${times} and was followed by ${names}`;
    return [
      {
        kind: [day.day, instanceOf({ actor }), first.topic, first.deviceId, ...first.changes].join(' '),
        treated: copies.length > 0,
        score: Math.max(0, again.length - 1),
        commands: followed.length,
        isPrompt: followed.some(({ cameAt }) => cameAt - first.at < PROMPT),
        how: breach(
          day,
          again.slice(0, 2),
          done,
          'one command for one event, however often it comes',
          first.at,
        ),
      },
    ];
  });
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

function effectsOf({ operation, what, deviceId = '' }: ClientExchange): readonly string[] {
  if (operation?.name !== 'device.relay.set')
    return [`${deviceId} ${operation ? operationText(operation) : what}`];
  return operation.params.relays.map(({ index }) => `${deviceId} relay ${index}`);
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
