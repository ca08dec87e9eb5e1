import type { Secrets } from '../../../output/secrets.js';
import type { FleetSpec } from '../../fleet/fleet-spec.js';
export declare function keepFleet(secrets: Secrets, { clients, devices }: FleetSpec): void;
