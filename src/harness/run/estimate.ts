// How long a job will take and need its devices, estimated before anybody knows the speed of the target. A wrong
// estimate costs time, and nothing else.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { Estimated } from '../target/lessor.js';

/** What a device takes to switch a relay, to store a setting or to be read, about; in ms. */
const WORK = 250;

/** Until a device has gone, or is back, and the service has noticed, about; in ms. */
const OUTAGE = 1500;

/** A request that was cut off comes about this long afterwards at most, in ms. */
const STIRS = 5000;

/** From the start of the job to its end; in ms. */
export function holdOf({ span, works, outages = 0 }: Estimated): number {
  return span + works * WORK + outages * OUTAGE;
}

/** How long what is put back at the end of a run waits for its device after the job has ended, in ms. */
export function stirsAfter({ cuts = false, outages = 0 }: Estimated): number {
  if (cuts) return STIRS;
  // Nobody knows how the relays stand that have been without power, until the device may be refreshed.
  return outages > 0 ? REFRESH_MIN_INTERVAL : 0;
}

/** From the start of the job to the first refresh of the device; undefined when it refreshes it not; in ms. */
export function leadOf({ refreshes }: Estimated, name: string): number | undefined {
  const refresh = refreshes[name];
  if (!refresh) return undefined;
  return refresh.first + refresh.worksBefore * WORK;
}

/** How long the device must rest when the job has ended, before it can be refreshed; in ms. */
export function restAfter(waits: Estimated, name: string): number {
  const refresh = waits.refreshes[name];
  if (!refresh) return 0;
  const sinceLast = holdOf(waits) - refresh.last - refresh.worksBefore * WORK;
  return Math.max(0, REFRESH_MIN_INTERVAL - sinceLast);
}
