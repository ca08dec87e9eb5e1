// Faults as a page shows them: with times instead of waits, so that they change only when something happens.
import type { FaultStatus } from '../../faults/engine/status.js';
import type { FaultView } from '../replies.js';

/** @param now clock time in ms. */
export function faultViews(statuses: readonly FaultStatus[], now: number): FaultView[] {
  return statuses.map(({ startsIn, endsIn, id, type, state, begins, occasions, firings, order }) => ({
    id,
    type,
    state,
    begins: state === 'waiting' ? begins : '',
    ...(startsIn !== undefined && { startsAt: Math.round((now + startsIn) / ROUGH) * ROUGH }),
    ...(endsIn !== undefined && { endsAt: Math.round((now + endsIn) / ROUGH) * ROUGH }),
    occasions,
    firings,
    order,
  }));
}

/** In ms: what is left is measured anew each time, and must not look like another moment. */
const ROUGH = 100;
