// Wires the fault engine: it decorates from outside and knows the other parts by their types only, so the
// values that it needs of them are given to it here.
import type { Clock } from '../kernel/clock.js';
import type { Random } from '../kernel/random.js';
import type { Dialect } from '../dialect/dialect.js';
import { composeInfluences } from './device/influences.js';
import { createFaultEngine, type FaultEngine } from './faults/engine/create-fault-engine.js';
import type { FaultJournal } from './faults/engine/instance.js';
import { refusalReply } from './transport/rest/handle.js';

export interface FaultsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  readonly journal: FaultJournal;
}

/**
 * Give `influencesFor` to the fleet and `decoration` to the simulator, as the last but those that only watch;
 * then `attach` the simulator.
 */
export function createFaults({ clock, random, dialect, journal }: FaultsOptions): FaultEngine {
  const ids = random.stream('fault-request-id');
  return createFaultEngine({
    clock,
    random,
    dialect,
    journal,
    composeInfluences,
    refusalReply: (refusal) => refusalReply(refusal, dialect, ids),
  });
}
