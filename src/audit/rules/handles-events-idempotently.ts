// client.handles-events-idempotently: commands that follow a copy of an event as they followed the original.
import type { DeliveredEvent, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import { isCommand, exchangeName } from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';
import { instant } from './words.js';

/** What comes so soon after an event may follow from it, in ms. */
const REACTION = 3000;
/** So often it is no accident. */
const HABIT = 2;
/** The control: events that came once and were followed by one command, and their part of all that came once. */
const FEWEST = 2;
const NEARLY_ALL = 0.7;

export const handlesEventsIdempotently: ClientRule = {
  id: 'client.handles-events-idempotently',
  judge: ({ days, calm }) => {
    // On other days trouble may have kept the client from doing what an event calls for.
    const telling = days.filter((day) => day === calm || day.deliveries.some(({ copy }) => copy));
    const cases = telling.flatMap((day) => casesOf(day));
    const kinds = [...groupBy(cases, kindOf).values()].filter(callsForOne);
    const copied = kinds.flat().filter(({ copies, reactions }) => copies > 0 && reactions.length > 0);
    const breaches = copied.filter(({ reactions }) => reactions.length > 1).map(breachOf);
    const isClear = breaches.length >= HABIT;
    return verdict({
      n: copied.length,
      breaches: isClear ? breaches : [],
      doubts: isClear ? [] : breaches,
      why: '',
      needs: 'the day of duplicated events: the client has to send a command whenever an event comes',
      again: true,
    });
  },
};

/** Events of one kind call for the same. */
function kindOf({ first: { actor, topic, deviceId, changes } }: Case): string {
  return [actor, topic, deviceId, ...changes].join(' ');
}

/** Among those that came once, nearly all were followed by one command. */
function callsForOne(cases: readonly Case[]): boolean {
  const once = cases.filter(({ copies }) => copies === 0);
  const byOne = once.filter(({ reactions }) => reactions.length === 1).length;
  return byOne >= FEWEST && byOne >= NEARLY_ALL * once.length;
}

interface Case {
  readonly day: ClientTraffic;
  readonly first: DeliveredEvent;
  readonly copies: number;
  /** New commands that followed, the tries of one counted as one. */
  readonly reactions: readonly ClientExchange[];
}

function casesOf(day: ClientTraffic): Case[] {
  const events = day.deliveries.filter(({ eventId, odd }) => eventId !== undefined && odd !== 'topic');
  const commands = firstTries(day.exchanges.filter(isCommand));
  const all = [
    ...groupBy(events, ({ actor, connection, eventId }) => `${actor} ${connection} ${eventId}`).values(),
  ];
  return all.flatMap((deliveries) => {
    const [first] = deliveries;
    const last = deliveries.at(-1);
    if (!first || !last || !isAlone(day, deliveries)) return [];
    const reactions = commands.filter(
      (each) => each.actor === first.actor && each.cameAt >= first.at && each.cameAt <= last.at + REACTION,
    );
    const [one] = reactions;
    // The commands that answer one event are of one kind.
    const alike = reactions.filter((each) => one && each.what === one.what && each.deviceId === one.deviceId);
    return [{ day, first, copies: deliveries.length - 1, reactions: alike }];
  });
}

/** No other event of the device, of a kind that could call for the same, came at about the same time. */
function isAlone(day: ClientTraffic, deliveries: readonly DeliveredEvent[]): boolean {
  const [first] = deliveries;
  const last = deliveries.at(-1);
  if (!first || !last) return false;
  return !day.deliveries.some(
    (each) =>
      each.eventId !== first.eventId &&
      each.connection === first.connection &&
      each.topic === first.topic &&
      each.deviceId === first.deviceId &&
      each.changes.join() === first.changes.join() &&
      each.at >= first.at - REACTION &&
      each.at <= last.at + REACTION,
  );
}

/** Without those that repeat one before: under its key, or after it had not been carried out. */
function firstTries(commands: readonly ClientExchange[]): readonly ClientExchange[] {
  return commands.filter((each, at) => {
    const before = commands.slice(0, at);
    if (each.key !== undefined) return !before.some(({ key }) => key === each.key);
    return before.at(-1)?.reply?.status === 200 || before.at(-1)?.deviceId !== each.deviceId;
  });
}

function breachOf({ day, first, copies, reactions }: Case): ClientBreach {
  const [one, two] = reactions;
  const names = [one, two].flatMap((each) => (each ? [exchangeName(each)] : [])).join(' and ');
  const done = `${first.topic} at ${instant(day, first.at)} came ${copies + 1} times and was followed by ${names}`;
  return breach(day, reactions.slice(0, 2), done, 'one command for one event, however often it comes');
}
