import type { Scope } from '../../contract/scopes.js';
import type { StepData } from './program.js';
export interface DeviceUse {
    readonly relays: Set<string>;
    readonly rs485: Set<string>;
    readonly inputs: Set<string>;
    readonly analogInputs: Set<string>;
    readonly sensors: Set<string>;
}
export interface Uses {
    readonly devices: ReadonlyMap<string, DeviceUse>;
    /** The permissions that each client needs. */
    readonly clients: ReadonlyMap<string, ReadonlySet<Scope>>;
    /** Connections that have a name. */
    readonly connections: ReadonlySet<string>;
}
/** A setting stays as it was left: neither a rest nor a loss of power puts it back. */
export declare function changesSettings(steps: readonly StepData[]): boolean;
export declare function usesOf(steps: readonly StepData[]): Uses;
