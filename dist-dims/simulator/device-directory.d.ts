import type { Fleet } from './fleet/fleet.js';
import type { DeviceDirectory } from './service/device-directory.js';
import type { SecretsEqual } from './transport/secrets.js';
export declare function createDeviceDirectory(fleet: Fleet, secretsEqual: SecretsEqual): DeviceDirectory;
