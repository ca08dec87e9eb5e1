import type { QuotaClass } from '../../contract/endpoints.js';
import type { Scope } from '../../contract/scopes.js';
import type { DeviceSpec } from '../device/device-spec.js';
import type { IdTemplate } from './id-template.js';
export interface FleetSpec {
    readonly seed: number;
    readonly limits: LimitsSpec;
    readonly profiles: readonly ProfileSpec[];
    readonly devices: readonly DeviceEntry[];
    readonly clients: readonly ClientSpec[];
}
export interface ProfileSpec {
    readonly profileId: string;
    readonly model?: string;
    readonly device: DeviceSpec;
}
/** One device, or all that a template stands for. In `name` and `password`, `{n}` is the device's number. */
export interface DeviceEntry {
    readonly ids: IdTemplate;
    readonly name?: string;
    readonly password: string;
    readonly profileId: string;
    /** The profile with the overrides of this entry. */
    readonly device: DeviceSpec;
}
export interface ClientSpec {
    readonly clientId: string;
    readonly secret: string;
    readonly scopes: readonly Scope[];
    /** Device ids, in which `*` stands for any text. */
    readonly devices: 'all' | readonly string[];
    readonly disabled: boolean;
}
export interface QuotaSpec {
    readonly limit: number;
    readonly window: number;
}
/** The numbers of the service that the file sets; what it leaves out is the service's to choose. Times in ms. */
export interface LimitsSpec {
    readonly accessTokenLifetime?: number;
    readonly ticketLifetime?: number;
    readonly commandRetention?: number;
    readonly maxCommands?: number;
    readonly refreshInterval?: number;
    readonly asynchronousCommands?: boolean;
    readonly quotas?: Readonly<Partial<Record<QuotaClass, QuotaSpec>>>;
    readonly maxBodyBytes?: number;
    readonly maxMessageBytes?: number;
    readonly heartbeatTimeout?: number;
    readonly maxConnections?: number;
    readonly maxConnectionsPerClient?: number;
    readonly maxInFlight?: number;
    readonly maxBacklogBytes?: number;
}
