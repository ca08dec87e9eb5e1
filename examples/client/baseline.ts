// Reads the state of all devices that the client looks after, on each new connection: what happened meanwhile is
// not told again (rule client.rebuilds-baseline).
import type { Refresher } from './refresher.js';
import type { Session } from './session.js';
import { sideBySide } from './side-by-side.js';

/** Resolves when all devices have been read, or the connection has ended. */
export type Baseline = (session: Session) => Promise<void>;

/** @param devices the devices that the client looks after, as they are when the connection opens. */
export function createBaseline(devices: () => readonly string[], refresh: Refresher): Baseline {
  return ({ ended }) =>
    sideBySide(devices(), async (deviceId) => {
      if (!ended.aborted) await refresh(deviceId);
    });
}
