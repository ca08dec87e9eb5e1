// The whole simulated service over the demo fleet, in a dialect, on a manual clock, without sockets.
import { readFileSync } from 'node:fs';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { Edge } from '../../../src/simulator/edge/edge.js';
import { createFleet } from '../../../src/simulator/fleet/fleet.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import {
  type SimulatorSettings,
  settingsOf,
  createSimulator,
  type Simulator,
} from '../../../src/simulator/simulator.js';
import { DEFAULT_SETTINGS, type Quota } from '../../../src/simulator/service/settings.js';
import { type DialectName, dialectNamed } from '../dialect-named.js';
import type { QuotaClass } from '../../../src/contract/endpoints.js';

export interface Simulated {
  readonly clock: ManualClock;
  readonly dialect: Dialect;
  readonly settings: SimulatorSettings;
  readonly simulator: Simulator;
  /** What was thrown while requests were served: empty, unless the simulator has a bug. */
  readonly bugs: readonly unknown[];
}

export interface SimulatedOptions {
  readonly dialect?: DialectName;
  readonly settings?: Partial<SimulatorSettings>;
  readonly edges?: readonly Edge[];
}

export function simulate(options: SimulatedOptions = {}): Simulated {
  const clock = createManualClock(Date.UTC(2024, 5, 1));
  const fleet = parseFleet(read('fleets/default.yaml'), 'default.yaml');
  if (!fleet.ok) throw new Error('the demo fleet is faulty');
  const random = createRandom(fleet.value.seed);
  const dialect = dialectNamed(options.dialect ?? 'default');
  const settings = { ...settingsOf(fleet.value.limits), ...options.settings };
  const bugs: unknown[] = [];
  const simulator = createSimulator({
    fleet: createFleet(fleet.value, { clock, random }),
    clock,
    random,
    dialect,
    settings,
    edges: options.edges ?? [],
    onBug: (error) => bugs.push(error),
  });
  return { clock, dialect, settings, simulator, bugs };
}

/** The default quotas, but for these. */
export function quotasBut(changes: Partial<Record<QuotaClass, Quota>>): SimulatorSettings['quotas'] {
  return { ...DEFAULT_SETTINGS.quotas, ...changes };
}

function read(path: string): string {
  return readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8');
}
