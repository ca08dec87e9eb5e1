// Whether a connection was closed because the harness itself opened another one of the same API client: a server may
// allow one at a time, and the checks of a run open many.
import type { Clock } from '../../kernel/clock.js';

export interface Displacement {
  opened(client: string, connection: object): void;
  /** It is over, whoever has closed it. */
  closed(client: string, connection: object): void;
  /**
   * Whether it gave way to another one, for all that is known by now: the other one was opened just before, is still
   * there, and no two of the client have ever been open side by side.
   */
  isDisplaced(client: string, connection: object): boolean;
}

/** In ms: a connection that is closed this soon after another one was opened may have given way to it. */
const SOON = 1000;

interface Span {
  readonly openedAt: number;
  closedAt?: number;
}

export function createDisplacement(clock: Pick<Clock, 'now'>): Displacement {
  const clients = new Map<string, Map<object, Span>>();
  const sideBySide = new Set<string>();
  const of = (client: string): Map<object, Span> => {
    const known = clients.get(client) ?? new Map<object, Span>();
    clients.set(client, known);
    return known;
  };
  /** Those that have been open beside another one for longer than a moment. */
  const look = (client: string): void => {
    const open = [...of(client).values()].filter(({ closedAt }) => closedAt === undefined);
    if (open.filter(({ openedAt }) => clock.now() - openedAt > SOON).length > 1) sideBySide.add(client);
  };
  return {
    opened: (client, connection) => {
      look(client);
      if (!sideBySide.has(client)) of(client).set(connection, { openedAt: clock.now() });
    },
    closed: (client, connection) => {
      look(client);
      const span = of(client).get(connection);
      if (span) span.closedAt = clock.now();
      // Nothing more is to be found out, and nothing is kept.
      if (sideBySide.has(client)) of(client).clear();
    },
    isDisplaced: (client, connection) => {
      look(client);
      const own = of(client).get(connection);
      if (sideBySide.has(client) || own?.closedAt === undefined) return false;
      const { closedAt } = own;
      return [...of(client)].some(
        ([other, span]) =>
          other !== connection &&
          span.closedAt === undefined &&
          span.openedAt <= closedAt &&
          closedAt - span.openedAt <= SOON,
      );
    },
  };
}
