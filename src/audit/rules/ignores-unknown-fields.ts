// client.ignores-unknown-fields: what a client does after an unknown field or topic, and not without it.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { byActor, exchangeName } from './facts.js';
import type { ClientBreach, ClientRule, Evidence } from './ruling.js';
import { instant, spanWords } from './words.js';

/** What comes so soon after something follows from it, in ms. */
const REACTION = 3000;
/** Regular is what was done so often, and what has stopped was not done for so many of its longest gaps. */
const REGULAR = 3;
const LONGEST_GAPS = 2.5;
const LEAST_SILENCE = 70_000;

export const ignoresUnknownFields: ClientRule = {
  id: 'client.ignores-unknown-fields',
  judge: (evidence) => {
    const odd = evidence.days.filter((day) => day.deliveries.some((each) => each.odd !== undefined));
    const closings = odd.flatMap(closed);
    const habit = evidence.calm ? closedAtWill(evidence.calm) : 0;
    const ends = odd.flatMap(ended);
    const stops = odd.flatMap((day) => stopped(day, evidence));
    // A client that ends connections of its own accord on a calm day, too, may have had other reasons.
    const isHabit = closings.length <= 2 * habit;
    const breaches = [...(closings.length > 1 && !isHabit ? closings : []), ...ends, ...stops];
    return verdict({
      n: odd.reduce(
        (total, { deliveries }) => total + deliveries.filter((each) => each.odd !== undefined).length,
        0,
      ),
      breaches,
      doubts: closings,
      needs: "the day of tomorrow's service: the client has to listen to events",
      again: true,
    });
  },
};

const RIGHT = 'carry on: unknown fields and topics are ignored';

function closed(day: ClientTraffic): ClientBreach[] {
  return day.connections.flatMap(({ id, closedAt, closedBy, disturbed }) => {
    if (closedAt === undefined || closedBy !== 'client' || disturbed) return [];
    const odd = day.deliveries.find(
      (each) => each.connection === id && each.odd && closedAt >= each.at && closedAt - each.at <= REACTION,
    );
    if (!odd) return [];
    const what = odd.odd === 'topic' ? `the unknown topic ${odd.topic}` : 'unknown fields';
    const done = `${id} was closed by the client ${spanWords(closedAt - odd.at)} after ${what} at ${instant(day, odd.at)}`;
    return [breach(day, [], done, RIGHT, closedAt)];
  });
}

function closedAtWill({ connections }: ClientTraffic): number {
  return connections.filter(({ closedBy }) => closedBy === 'client').length;
}

function ended(day: ClientTraffic): ClientBreach[] {
  return day.exits.flatMap(({ at, actor, how }) => {
    const odd = day.deliveries.find(
      (each) => each.actor === actor && each.odd && at >= each.at && at - each.at <= REACTION,
    );
    if (!odd) return [];
    const done = `the client ended (${how}) ${spanWords(at - odd.at)} after an event with something unknown at ${instant(day, odd.at)}`;
    return [breach(day, [], done, RIGHT, at)];
  });
}

/** What the client did regularly on the calm day, or before, and does no longer. */
function stopped(day: ClientTraffic, { calm }: Evidence): ClientBreach[] {
  if (!calm) return [];
  const usual = regularIn(calm);
  return [...byActor(day)].flatMap(([actor, exchanges]) => {
    const odd = day.deliveries.find((each) => each.actor === actor && each.odd !== undefined);
    if (!odd) return [];
    return [...usual].flatMap(([activity, longest]) => {
      const silence = Math.max(LEAST_SILENCE, LONGEST_GAPS * longest);
      const done = exchanges.filter((each) => activityOf(each) === activity);
      const last = done.findLast(({ cameAt }) => cameAt <= day.to);
      const since = last?.cameAt ?? day.from;
      // It must have been done until then: what was never begun on this day has not stopped.
      if (!last || since > odd.at + REACTION || day.to - since < silence) return [];
      const stop = `${exchangeName(last)} was the last of its kind; the calm day had one every ${spanWords(longest)} at least`;
      return [
        breach(
          day,
          [last],
          `${stop}, and an event with something unknown came at ${instant(day, odd.at)}`,
          RIGHT,
        ),
      ];
    });
  });
}

function activityOf({ what, deviceId = '' }: ClientExchange): string {
  return what === 'device.state.get' || what === 'devices.read'
    ? `refresh ${deviceId}`
    : `${what} ${deviceId}`;
}

/** How often tokens and tickets are needed is for the service to say, and pending commands are read on occasion. */
function isOfItsOwn({ what }: ClientExchange): boolean {
  return what !== 'token.create' && what !== 'ticket.create' && what !== 'commands.read';
}

/** Activities with their longest gap in ms. */
function regularIn(calm: ClientTraffic): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const exchanges of byActor(calm).values()) {
    for (const activity of new Set(exchanges.filter(isOfItsOwn).map(activityOf))) {
      const times = exchanges.filter((each) => activityOf(each) === activity).map(({ cameAt }) => cameAt);
      if (times.length < REGULAR) continue;
      const gaps = [...times.slice(1), calm.to].map((at, index) => at - (times[index] ?? at));
      longest.set(activity, Math.max(longest.get(activity) ?? 0, ...gaps));
    }
  }
  return longest;
}
