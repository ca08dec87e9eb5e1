// Reads the state of all devices that the client looks after, on each new connection: what happened meanwhile is
// not told again (rule client.rebuilds-baseline).
import type { Refresher } from './refresher.js';
import type { Session } from './session.js';

/** Resolves when all devices have been read, or the connection has ended. */
export type Baseline = (session: Session) => Promise<void>;

/** Devices that are read at the same time. */
const AT_ONCE = 8;

/** @param devices the devices that the client looks after, as they are when the connection opens. */
export function createBaseline(devices: () => readonly string[], refresh: Refresher): Baseline {
  return async ({ ended }) => {
    const waiting = [...devices()];
    const readSome = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (ended.aborted) return;
        await refresh(next);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readSome));
  };
}
