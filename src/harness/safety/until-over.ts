// A target for work that may be left to itself: once nobody waits for it any more, nothing of it leaves. What puts
// devices back would have it come after it otherwise.
import { SafetyError } from '../target/gated-transport.js';
import type { Target } from '../target/target.js';
import { protect } from './protect.js';

/** @param over aborts when the work is not waited for any more; undefined when that never happens. */
export function untilOver(target: Target, over: AbortSignal | undefined): Target {
  if (!over) return target;
  return protect(target, {
    before: () => {
      if (over.aborted)
        return Promise.reject(new SafetyError('the run is over, and puts back what it changed'));
      return Promise.resolve();
    },
    after: () => undefined,
  });
}
