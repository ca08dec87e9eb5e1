import type { NetworkLimits } from './settings.js';
export interface Intake {
    /** Words for the limit that this frame goes beyond; undefined while there is none. */
    take(bytes: number): string | undefined;
}
export declare function createIntake({ frames, received }: Pick<NetworkLimits, 'frames' | 'received'>): Intake;
