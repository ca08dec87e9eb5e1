// What a page shows in numbers, out of the counts that the journal keeps.
import type { JournalCounts } from '../journal/counts.js';
import type { Counts } from '../replies.js';

export function countsOf(counts: JournalCounts): Counts {
  const seen = { requests: 0, rateLimited: 0, busy: 0, failed: 0, events: 0 };
  for (const { code, count } of counts.replies()) {
    seen.requests += count;
    if (code === 'RATE_LIMITED') seen.rateLimited += count;
    else if (code === 'DEVICE_BUSY') seen.busy += count;
    else if (code === 'INTERNAL_ERROR') seen.failed += count;
  }
  for (const count of counts.of('event').values()) seen.events += count;
  return seen;
}

/** How often the simulator has begun anew. */
export function livesOf(counts: JournalCounts): number {
  const stimuli = counts.of('stimulus');
  return (stimuli.get('reset') ?? 0) + (stimuli.get('restore') ?? 0);
}
