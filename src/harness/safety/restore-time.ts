// How long putting back may take: what is given for it, and the waits that quotas of the target announce. A quota that
// shows itself only while devices are put back is waited for as well: no relay is left on for it.
import type { Profile } from '../profile/profile.js';
import { LONGEST_ANNOUNCED } from '../target/retry.js';
import type { Target } from '../target/target.js';
import type { RestoreBounds } from './caretaker.js';

export interface RestoreTime {
  /** From now on. */
  bounds(signal?: AbortSignal): RestoreBounds;
  /** @param restoreAll what could not be put back, in words. */
  whole(
    restoreAll: (bounds: RestoreBounds) => Promise<readonly string[]>,
    signal?: AbortSignal,
    tell?: RestoreBounds['tell'],
  ): Promise<readonly string[]>;
}

/** Several devices may not all fit into one window of a quota. */
const WINDOWS = 2;

/** @param within in ms, beside what quotas take. */
export function createRestoreTime(
  { clock, quotas, answers }: Pick<Target, 'clock' | 'quotas' | 'answers'>,
  { clients, longestWait = LONGEST_ANNOUNCED }: Pick<Profile, 'clients' | 'longestWait'>,
  within: number,
): RestoreTime {
  // How long one of refreshes takes is not known: what it announces is mostly the rest of a device.
  const isLimited = (): boolean => Object.keys(clients).some((client) => answers.meetsQuotas(client));
  const forQuotas = (): number =>
    WINDOWS * (isLimited() ? longestWait : Math.min(quotas.longestWait(), longestWait));
  const bounds: RestoreTime['bounds'] = (signal) => ({ until: clock.now() + within + forQuotas(), signal });
  return {
    bounds,
    whole: async (restoreAll, signal, tell) => {
      const known = forQuotas();
      const how = { settle: true, tell: tell && once(tell) };
      const failures = await restoreAll({ ...bounds(signal), ...how });
      const isLate = failures.length > 0 && forQuotas() > known && signal?.aborted !== true;
      return isLate ? restoreAll({ ...bounds(signal), ...how }) : failures;
    },
  };
}

/** The same words are not told twice. */
function once(tell: (words: string) => void): (words: string) => void {
  const told = new Set<string>();
  return (words) => {
    if (!told.has(words)) tell(words);
    told.add(words);
  };
}
