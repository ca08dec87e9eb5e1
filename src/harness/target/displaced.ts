// Whether a connection was closed because the harness itself opened another one of the same API client: a server may
// allow one at a time, and the checks of a run open many.
import type { Clock } from '../../kernel/clock.js';

export interface Displacement {
  opened(client: string, connection: object): void;
  /** The target has closed it. @returns whether another one of the client had just been opened. */
  closed(client: string, connection: object): boolean;
}

/** In ms: a connection that is closed this soon after another one was opened gave way to it. */
const SOON = 1000;

export function createDisplacement(clock: Pick<Clock, 'now'>): Displacement {
  const latest = new Map<string, { readonly connection: object; readonly at: number }>();
  return {
    opened: (client, connection) => void latest.set(client, { connection, at: clock.now() }),
    closed: (client, connection) => {
      const last = latest.get(client);
      return last !== undefined && last.connection !== connection && clock.now() - last.at <= SOON;
    },
  };
}
