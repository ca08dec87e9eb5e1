import type { SignalSource } from './signal.js';
/** The deviation of a place of the lattice, -1 to 1: the same each time one looks. */
export declare function deviationsOf({ seed, label }: SignalSource): (place: number) => number;
/** The straight line between the deviations of the two places around `position`; each lane has its own. */
export declare function slopesOf(source: SignalSource): (lane: number, position: number) => number;
