import type { Clock } from '../kernel/clock.js';
import type { DeviceHandle } from '../simulator/control/installation.js';
import type { Journal } from '../simulator/control/journal/journal.js';
import type { Snapshot } from '../simulator/control/snapshot/snapshot.js';
import type { FaultStatus } from '../simulator/faults/engine/status.js';
import type { FaultEntry } from '../simulator/faults/order.js';
import type { Simulator } from '../simulator/simulator.js';
import type { RestHandler } from '../simulator/transport/rest/message.js';
export interface SimulatorSetup {
    /** Path of a fleet file, or the YAML itself when it has more than one line; the demo fleet when absent. */
    readonly fleet?: string;
    /** `default`, `scrambled` or the path of a dialect file. */
    readonly dialect?: string;
    /** The machine's clock when absent; a manual clock lets a test drive minutes in microseconds. */
    readonly clock?: Clock;
    readonly seed?: number;
    /** A free port when absent. */
    readonly port?: number;
    /** False: no socket at all; requests go through `rest`. */
    readonly listen?: boolean;
    /** Opens the control plane: on a free port, or on the one given. */
    readonly control?: boolean | number;
    /** Faults of the start, as a plan has them. */
    readonly faults?: readonly FaultEntry[];
    /** Ids of bugs that the service is to have. */
    readonly defects?: readonly string[];
}
export interface StartedSimulator {
    /** Of the service; there is none when it does not listen. */
    readonly url: string;
    /** Undefined when the control plane was not asked for. */
    readonly controlUrl: string | undefined;
    readonly controlToken: string | undefined;
    readonly clock: Clock;
    /** What the service was asked and answered, and what the devices have really done. */
    readonly journal: Journal;
    /** A device, to look at and to do things to; undefined when there is none. */
    device(deviceId: string): DeviceHandle | undefined;
    readonly faults: LibraryFaults;
    /** A request without a socket. */
    readonly rest: RestHandler;
    /** Back to the fleet file: what a test file with one simulator wants before each test. */
    reset(): void;
    snapshot(): Snapshot;
    restore(snapshot: Snapshot): void;
    /** The parts behind the sockets, for tests that look inside; others after a reset. */
    readonly simulator: Simulator;
    close(): Promise<void>;
}
/** What is no fault throws: in a test that is what one wants. */
export interface LibraryFaults {
    /** Orders a fault as a plan has it, such as `{ fault: 'offline', on: { device: 'bench-01' } }`. Gives its id. */
    order(entry: FaultEntry): string;
    /** Orders all faults of a plan in YAML. */
    apply(plan: string): readonly string[];
    /** Ends one fault, or all. */
    clear(id?: string): void;
    list(): readonly FaultStatus[];
}
/** Starts a simulator on loopback; rejects when a file has a mistake or the port cannot be had. */
export declare function startSimulator(setup?: SimulatorSetup): Promise<StartedSimulator>;
