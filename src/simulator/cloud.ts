// One life of the simulated cloud, from the fleet file on: a fleet, the service over it, and what is made to
// go wrong. A reset ends one life and begins another behind the same sockets.
import type { Clock } from '../kernel/clock.js';
import { assert } from '../kernel/assert.js';
import { createRandom } from '../kernel/random.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Decoration } from './decoration.js';
import { createDefect } from './defects/registry.js';
import { createFleet } from './fleet/create-fleet.js';
import type { FleetSpec } from './fleet/fleet-spec.js';
import { settingsOf } from './settings.js';
import { createSimulator, type Simulator } from './simulator.js';

export interface CloudOptions {
  readonly fleet: FleetSpec;
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Default: the fleet's own. */
  readonly seed?: number;
  /** Ids of defects; unknown ones are a bug of the caller. */
  readonly defects?: readonly string[];
  /** Made anew for each life; they come outside of the defects. */
  readonly decorations?: () => readonly Decoration[];
}

export interface Cloud {
  readonly simulator: Simulator;
  /** Stops all devices, without a word. */
  dispose(): void;
}

export function createCloud(options: CloudOptions): Cloud {
  const { fleet: spec, dialect, clock, decorations } = options;
  const random = createRandom(options.seed ?? spec.seed);
  const fleet = createFleet(spec, { clock, random });
  const simulator = createSimulator({
    fleet,
    clock,
    random,
    dialect,
    settings: settingsOf(spec.limits),
    decorations: [...(options.defects ?? []).map(defect), ...(decorations?.() ?? [])],
  });
  return {
    simulator,
    dispose: () => {
      for (const device of fleet.made()) device.dispose();
    },
  };
}

function defect(id: string): Decoration {
  const found = createDefect(id);
  assert(found, `there is no defect ${id}`);
  return found;
}
