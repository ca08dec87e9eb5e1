import type { Traffic } from '../../audit/traffic/traffic.js';
import type { Dialect } from '../../dialect/dialect.js';
import { type ManualClock } from '../../kernel/manual-clock.js';
import { type Random } from '../../kernel/random.js';
import type { StagedDay } from './stage-day.js';
import { type VirtualPorts } from './virtual-network.js';
/** What a process of a client is given. */
export interface ClientRun extends VirtualPorts {
    /** Number of the process, from 1. */
    readonly instance: number;
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly clock: ManualClock;
    readonly random: Random;
    /** Orders of the day, one JSON object a line. */
    readonly lines: AsyncIterable<string>;
    /** Connections of its own, as a process has that keeps none. */
    connect(): VirtualPorts;
    /** Aborts at the end of the day. */
    readonly stop: AbortSignal;
}
/** Resolves when the client has ended. */
export type ClientProcess = (run: ClientRun) => Promise<void>;
export interface VirtualDayOptions {
    readonly staged: StagedDay;
    readonly dialect: Dialect;
    readonly seed: number;
    readonly instances: number;
    readonly client: ClientProcess;
}
export interface VirtualDay {
    readonly traffic: Traffic | undefined;
    /** What the simulator or the client threw. */
    readonly bugs: readonly unknown[];
}
export declare function runVirtualDay(options: VirtualDayOptions): Promise<VirtualDay>;
