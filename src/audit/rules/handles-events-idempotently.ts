// client.handles-events-idempotently: commands that follow a copy of an event as they followed the original.
import type { Delivery, Exchange, Traffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { grouped, isCommand, nameOf } from './facts.js';
import type { Breach, ClientRule } from './ruling.js';
import { instant } from './words.js';

/** What comes so soon after an event may follow from it, in ms. */
const REACTION = 3000;
/** So often it is no accident. */
const HABIT = 2;

export const handlesEventsIdempotently: ClientRule = {
  id: 'client.handles-events-idempotently',
  judge: ({ days }) => {
    const cases = days.flatMap((day) => casesOf(day));
    const originals = cases.filter(({ copies }) => copies === 0 && cases.length > 0);
    const copied = cases.filter(({ copies, reactions }) => copies > 0 && reactions.length > 0);
    const twice = copied.filter(({ reactions }) => reactions.length > 1);
    // Whoever sends several commands for one event does so for its copies, too.
    const several = originals.filter(({ reactions }) => reactions.length > 1).length;
    const single = originals.filter(({ reactions }) => reactions.length === 1).length;
    const breaches = twice.map(breachOf);
    const isClear = twice.length >= HABIT && several === 0 && single > 0;
    const why = twice.length === 0 || isClear ? '' : whyNot(twice.length, several, single);
    return verdict({
      n: copied.length,
      breaches: isClear ? breaches : [],
      doubts: isClear ? [] : breaches,
      why,
      needs: 'the day of duplicated events: the client has to send a command whenever an event comes',
      again: true,
    });
  },
};

function whyNot(twice: number, several: number, single: number): string {
  if (several > 0) return `${several} events that came once were followed by several commands, too`;
  if (single === 0) return 'no event that came once was followed by a command';
  return `${twice} event that came twice was followed by two commands; it takes ${HABIT}`;
}

interface Case {
  readonly day: Traffic;
  readonly first: Delivery;
  readonly copies: number;
  /** New commands that followed, the tries of one counted as one. */
  readonly reactions: readonly Exchange[];
}

function casesOf(day: Traffic): Case[] {
  const events = day.deliveries.filter(({ eventId, odd }) => eventId !== undefined && odd !== 'topic');
  const commands = firstTries(day.exchanges.filter(isCommand));
  const all = [
    ...grouped(events, ({ actor, connection, eventId }) => `${actor} ${connection} ${eventId}`).values(),
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
function isAlone(day: Traffic, deliveries: readonly Delivery[]): boolean {
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
function firstTries(commands: readonly Exchange[]): readonly Exchange[] {
  return commands.filter((each, at) => {
    const before = commands.slice(0, at);
    if (each.key !== undefined) return !before.some(({ key }) => key === each.key);
    return before.at(-1)?.reply?.status === 200 || before.at(-1)?.deviceId !== each.deviceId;
  });
}

function breachOf({ day, first, copies, reactions }: Case): Breach {
  const [one, two] = reactions;
  const names = [one, two].flatMap((each) => (each ? [nameOf(each)] : [])).join(' and ');
  const done = `${first.topic} at ${instant(day, first.at)} came ${copies + 1} times and was followed by ${names}`;
  return breach(day, reactions.slice(0, 2), done, 'one command for one event, however often it comes');
}
