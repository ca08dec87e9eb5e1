// What faults need of the simulator that they disturb; a `Simulator` fits.
import type { Fleet } from '../../fleet/fleet.js';
import type { ServicePorts } from '../../service/ports.js';
import type { Service } from '../../service/service.js';

export interface World {
  readonly fleet: Fleet;
  readonly ports: Pick<ServicePorts, 'access' | 'tickets'>;
  /** For traffic of somebody else's. */
  readonly service: Pick<Service, 'refresh' | 'operate'>;
}
