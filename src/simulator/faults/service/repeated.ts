// An act that happens once, or repeatedly for as long as the fault lasts.
import type { FaultAct } from '../fault.js';
import type { FaultSite } from '../engine/site.js';
import { type Delay, drawDelay } from '../scalars.js';

/** @param pause from one act to the next; only one when absent. */
export function repeated(site: FaultSite, pause: Delay | undefined, act: () => void): FaultAct {
  const strike = (): void => {
    act();
    if (pause) site.after(Math.max(1, drawDelay(pause, site.random)), strike);
  };
  return { begin: strike };
}

/** The API clients of the fleet that the fault is meant for. */
export function selectedClients({ world, selects }: FaultSite): string[] {
  return world.fleet.clients.map(({ clientId }) => clientId).filter((clientId) => selects({ clientId }));
}
