import type { Installation } from '../installation.js';
import type { Snapshot } from './snapshot.js';
export declare function takeSnapshot(installation: Pick<Installation, 'simulator' | 'clock' | 'faults'>): Snapshot;
