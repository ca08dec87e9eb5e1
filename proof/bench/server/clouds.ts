// The simulators of one comparison: one of each build that is measured, with the same fleet.
import type { Effort } from '../section.js';
import { type FleetOptions, type SimulatorServer, startSimulator, writeFleet } from './simulator.js';

export interface Cloud {
  /** Of the build. */
  readonly name: string;
  readonly simulator: SimulatorServer;
}

export async function startClouds({ builds, cores }: Effort, fleet: FleetOptions): Promise<Cloud[]> {
  const file = await writeFleet(fleet);
  return Promise.all(
    builds.map(async (build) => ({
      name: build.name,
      simulator: await startSimulator(build, file, cores?.server),
    })),
  );
}
