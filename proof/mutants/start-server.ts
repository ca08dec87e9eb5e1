// Starts the simulator as `conform serve` does, with its control plane.
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { assert } from '../../src/kernel/assert.js';
import { createScaledClock } from '../../src/kernel/machine-clock.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import type { ServerData, ServerPlace } from './question.js';

export async function startServer({ root, seed, speed }: Omit<ServerData, 'key'>): Promise<ServerPlace> {
  const fleet = loadFleet(undefined, root);
  const dialect = loadDialect('default', root);
  assert(fleet.ok && dialect.ok, 'the program has lost its files');
  const { url, control } = await startSimulator({
    fleet: fleet.value.spec,
    dialect: dialect.value,
    clock: createScaledClock(speed),
    seed,
    control: {},
    journal: false,
  });
  assert(url !== undefined && control, 'it listens');
  return { url, control: { url: control.url, token: control.token } };
}
