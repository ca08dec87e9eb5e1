// What the service is put together from.
import type { DeviceConfig } from '../../contract/schemas/device.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { Device } from '../device/device.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { DeviceDirectory } from './device-directory.js';
import type { IdentifierForm } from '../../dialect/new-identifier.js';
import type { ServicePorts } from './ports.js';
import type { ServiceState } from './service-state.js';
import type { ServiceSettings } from './settings.js';

export interface ServiceParts {
  readonly ports: Pick<ServicePorts, 'access' | 'events'>;
  readonly state: ServiceState;
  readonly devices: DeviceDirectory;
  readonly settings: ServiceSettings;
  readonly clock: Clock;
  /** The configuration of a device that may be in another process; default: `config` of the device. */
  readonly configOf?: (device: Device) => MaybePromise<DeviceConfig>;
  /** Open WebSocket connections of a client. */
  connectionsOf(clientId: string): number;
  /** For the identifiers of events. */
  readonly random: RandomStream;
  readonly eventIds?: IdentifierForm;
}
