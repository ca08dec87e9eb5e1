// Wires the fault engine: it decorates from outside and knows the other parts by their types only, so the
// values that it needs of them are given to it here.
import type { Clock } from '../kernel/clock.js';
import type { Random } from '../kernel/random.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Decoration } from './decoration.js';
import { influencesIn, type InfluenceSlot } from './device/influence-slot.js';
import { composeInfluences, type DeviceInfluences } from './device/influences.js';
import type { FaultCounts } from './faults/engine/fault-counts.js';
import { createFaultEngine, type FaultEngine } from './faults/engine/create-fault-engine.js';
import type { FaultJournal } from './faults/engine/instance.js';
import type { DeviceIdentity } from './fleet/fleet.js';
import { interceptAccess } from './intercept-access.js';
import type { InterceptionSlot } from './transport/interception.js';
import { refusalReply } from './transport/rest/handle.js';

export interface FaultsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  readonly journal: FaultJournal;
  /** What the instances of a cluster count together. */
  readonly counts?: FaultCounts | undefined;
}

/** An engine with the places in which it is put while a fault is active; it is on no way while none is. */
export interface Faults extends FaultEngine {
  /** For the fleet, which asks when it makes a device. */
  influencesFor(device: DeviceIdentity): DeviceInfluences;
  /** For the simulator. */
  readonly interception: InterceptionSlot;
  /** For the simulator, as its last decoration but those that only watch. */
  readonly decoration: Decoration;
}

/** Give its places to the fleet and to the simulator; then `attach` the simulator. */
export function createFaults({ clock, random, dialect, journal, counts }: FaultsOptions): Faults {
  const ids = random.stream('fault-request-id');
  const interception: InterceptionSlot = { current: undefined };
  const influences: InfluenceSlot<DeviceIdentity> = { current: undefined };
  const engine = createFaultEngine({
    clock,
    random,
    dialect,
    journal,
    composeInfluences,
    refusalReply: (refusal) => refusalReply(refusal, dialect, ids),
    interception,
    influences,
    counts,
  });
  return {
    ...engine,
    get nextMark() {
      return engine.nextMark;
    },
    set nextMark(mark) {
      engine.nextMark = mark;
    },
    influencesFor: (device) => influencesIn(influences, device),
    interception,
    decoration: interceptAccess(interception),
  };
}
