import type { Clock } from '../../../kernel/clock.js';
import type { composeInfluences } from '../../device/influences.js';
import type { InfluenceSlot } from '../../device/influence-slot.js';
import type { DeviceIdentity, Fleet } from '../../fleet/fleet.js';
import type { FaultInstance } from './instance.js';
export interface InfluenceEdge {
    /** To be called when a fault has begun or ended; devices then check again what is influenced. */
    change(instance: FaultInstance, fleet: Pick<Fleet, 'made'>): void;
}
export declare function createInfluenceEdge(clock: Clock, active: readonly FaultInstance[], compose: typeof composeInfluences, slot: InfluenceSlot<DeviceIdentity>): InfluenceEdge;
