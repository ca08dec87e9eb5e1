// Each event may be delivered more than once, at any moment: which of them are copies, and no new events.
import { groupBy } from '../../kernel/group-by.js';
import type { EventRecord } from '../../trace/record.js';

type Heard = EventRecord & { readonly at: number };

/** Connections that get copies of one event at one time get them about so close together, in ms. */
const TOGETHER = 1000;

/**
 * One with an identifier that its connection has seen, or the one before it, is a copy. So is one on a connection that
 * was opened after the event had come to others, where these get their copies together with it: it is delivered again to
 * all. One that only a younger connection gets is replayed, and one without an identifier may be an event of its own.
 * @param events in the order in which they came. @param openedAt when a connection was opened, where that is known.
 */
export function withoutCopies<T extends Heard>(
  events: readonly T[],
  openedAt: (connection: string) => number | undefined,
): readonly T[] {
  const known = groupBy(
    events.filter(({ eventId }) => eventId !== undefined),
    identityOf,
  );
  const copies = new Set([...known.values()].flatMap((alike) => copiesIn(alike, openedAt)));
  return copies.size === 0 ? events : events.filter((event) => !copies.has(event));
}

/** Two events of one identifier that differ in anything else are two all the same. */
const identityOf = ({ topic, eventId, body, data }: EventRecord): string =>
  JSON.stringify([topic, eventId, body ?? data]);

/** `left` for `left#2`, which was opened in its place: what it had heard did not happen while it was closed. */
const nameOf = (connection: string): string => connection.replace(/#\d+$/, '');

function copiesIn<T extends Heard>(
  alike: readonly T[],
  openedAt: (connection: string) => number | undefined,
): readonly T[] {
  const [first, ...later] = alike;
  if (!first) return [];
  const heard = new Set<string>();
  const again = alike.filter(({ connection }) => heard.size === heard.add(nameOf(connection)).size);
  const isYounger = ({ connection }: T): boolean => (openedAt(connection) ?? first.at) > first.at;
  const beside = later.filter(
    (event) =>
      isYounger(event) &&
      again.some(
        ({ connection, at }) => connection !== event.connection && Math.abs(at - event.at) <= TOGETHER,
      ),
  );
  return [...again, ...beside];
}
