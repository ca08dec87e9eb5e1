import type { EventRecord } from '../../trace/record.js';
import type { Stamped, TraceView } from './trace-view.js';
type Seen = Stamped<EventRecord>;
export interface StateEvent {
    readonly record: Seen;
    /** `relay 1`, `digitalInput 2`. */
    readonly named: ReadonlySet<string>;
    /** Whether each channel was on, or active. */
    readonly state: ReadonlyMap<string, boolean>;
}
export interface DeviceEvents {
    readonly connection: string;
    readonly deviceId: string;
    readonly changed: readonly StateEvent[];
    /** Nothing on the connection tells that the device was gone or without power for a time. */
    readonly undisturbed: boolean;
}
/** Only events that fit the dialect: of others nobody knows what they name. */
export declare const stateEventsOf: (view: TraceView) => readonly DeviceEvents[];
/** The same, of all connections together. */
export declare function stateEventsAbout(deviceId: string, view: TraceView): readonly StateEvent[];
export {};
