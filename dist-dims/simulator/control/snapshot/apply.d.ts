import type { Simulator } from '../../simulator.js';
import type { FaultDesk } from '../fault-desk.js';
import type { Snapshot } from './snapshot.js';
export declare function applySnapshot(snapshot: Snapshot, { fleet, ports }: Simulator, faults: FaultDesk): void;
