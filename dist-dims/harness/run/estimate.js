// How long a job will take and need its devices, estimated before anybody knows the speed of the target. A wrong
// estimate costs time, and nothing else.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
/** What a device takes to switch a relay, to store a setting or to be read, about; in ms. */
const WORK = 250;
/** From the start of the job to its end; in ms. */
export function holdOf({ span, works }) {
    return span + works * WORK;
}
/** From the start of the job to the first refresh of the device; undefined when it refreshes it not; in ms. */
export function leadOf({ refreshes }, name) {
    const refresh = refreshes[name];
    if (!refresh)
        return undefined;
    return refresh.first + refresh.worksBefore * WORK;
}
/** How long the device must rest when the job has ended, before it can be refreshed; in ms. */
export function restAfter(waits, name) {
    const refresh = waits.refreshes[name];
    if (!refresh)
        return 0;
    const sinceLast = holdOf(waits) - refresh.last - refresh.worksBefore * WORK;
    return Math.max(0, REFRESH_MIN_INTERVAL - sinceLast);
}
