// A simulator that speaks a dialect, in virtual time and without sockets, with the profile of it and the way to it.
import { loadFleet } from '../../src/cli/load/fleet.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import { createInProcessTransport } from '../../src/harness/target/in-process/create-in-process-transport.js';
import { createVirtualClock } from '../../src/kernel/virtual-clock.js';
import { profileOfFleet } from '../../src/lab/fleet-profile.js';
import { simulatorServer } from '../../src/lab/in-process/simulator-server.js';
import { fleetFor } from '../../src/simulator/fleet/fleet-spec.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';

/** @param name of the profile. */
export async function startSpoken(
  spoken: Dialect,
  name: string,
  { defects = [], isControlled = true }: { defects?: readonly string[]; isControlled?: boolean } = {},
) {
  const fleet = loadFleet(undefined, process.cwd());
  if (!fleet.ok) throw new Error('the fleet that comes with the program can be read');
  const clock = createVirtualClock(Date.UTC(2026, 0, 1));
  const own = fleetFor(spoken, fleet.value.spec);
  const running = await startSimulator({
    fleet: own,
    dialect: spoken,
    clock,
    seed: 1,
    listen: false,
    defects,
  });
  const profile = profileOfFleet(own, {
    name,
    url: 'http://simulator.test',
    patience: 10_000,
    ...(isControlled && { control: { url: 'http://control.test', token: 'none' } }),
  });
  const transport = createInProcessTransport(
    simulatorServer(() => running.simulator, clock),
    clock,
  );
  /** The first four of each kind. */
  const deviceIds = own.devices.flatMap(({ ids }) => [0, 1, 2, 3].map((at) => ids.at(at)));
  return { clock, running, profile, transport, deviceIds };
}
