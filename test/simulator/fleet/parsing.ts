// Fleets out of a few lines of YAML.
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createFleet, type Fleet } from '../../../src/simulator/fleet/fleet.js';
import type { FleetSpec } from '../../../src/simulator/fleet/fleet-spec.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';

type LoadText = (name: string) => string | undefined;

export function fleetOf(text: string, load?: LoadText): FleetSpec {
  const parsed = parseFleet(text, 'fleet.yaml', load);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 2));
  return parsed.value;
}

/** Each problem as `line:column message | hint`. */
export function problemsOf(text: string, load?: LoadText): string[] {
  const parsed = parseFleet(text, 'fleet.yaml', load);
  if (parsed.ok) return [];
  return parsed.problems.map(
    ({ line, column, message, hint }) =>
      `${line}:${column} ${message}${hint === undefined ? '' : ` | ${hint}`}`,
  );
}

export function startFleet(text: string): { readonly fleet: Fleet; readonly clock: ManualClock } {
  const clock = createManualClock();
  return { fleet: createFleet(fleetOf(text), { clock, random: createRandom(1) }), clock };
}
