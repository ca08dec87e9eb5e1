import type { MandatedWaits } from './mandated-waits.js';
/** What an estimate is made of. */
export type Estimated = Pick<MandatedWaits, 'span' | 'refreshes' | 'works' | 'switches'>;
/** From the start of the job to its end; in ms. */
export declare function holdOf({ span, works }: Estimated): number;
/** From the start of the job to the first refresh of the device; undefined when it refreshes it not; in ms. */
export declare function leadOf({ refreshes }: Estimated, name: string): number | undefined;
/** How long the device must rest when the job has ended, before it can be refreshed; in ms. */
export declare function restAfter(waits: Estimated, name: string): number;
