// Each event may be delivered more than once, at any moment: which of them are copies, and no new events.
import { groupBy } from '../../kernel/group-by.js';
import type { EventRecord } from '../../trace/record.js';

type Heard = EventRecord & { readonly at: number };

/** Connections that get copies of one event at one time get them about so close together, in ms. */
const TOGETHER = 1000;

/**
 * One with an identifier that its connection has seen, or the one before it, is a copy. So is one on a connection that is younger than the
 * event, where older ones get their copies together with it: it is delivered again to all. One that only a younger
 * connection gets is replayed, and one without an identifier may be an event of its own.
 */
export function withoutCopies<T extends Heard>(events: readonly T[]): readonly T[] {
  const known = groupBy(
    events.filter(({ eventId }) => eventId !== undefined),
    identityOf,
  );
  const copies = new Set([...known.values()].flatMap(copiesIn));
  return copies.size === 0 ? events : events.filter((event) => !copies.has(event));
}

/** Two events of one identifier that differ in anything else are two all the same. */
const identityOf = ({ topic, eventId, body, data }: EventRecord): string =>
  JSON.stringify([topic, eventId, body ?? data]);

/** `left` for `left#2`, which was opened in its place: what it had heard did not happen while it was closed. */
const nameOf = (connection: string): string => connection.replace(/#\d+$/, '');

function copiesIn<T extends Heard>(alike: readonly T[]): readonly T[] {
  const heard = new Set<string>();
  const again = alike.filter(({ connection }) => heard.size === heard.add(nameOf(connection)).size);
  const beside = alike
    .slice(1)
    .filter((event) =>
      again.some(
        ({ connection, at }) => connection !== event.connection && Math.abs(at - event.at) <= TOGETHER,
      ),
    );
  return [...again, ...beside];
}
