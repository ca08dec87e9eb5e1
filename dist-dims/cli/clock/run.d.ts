import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ShownOptions } from '../control/control-options.js';
export type ClockOrder = {
    readonly order: 'now' | 'pause' | 'resume';
}
/** In ms. */
 | {
    readonly order: 'step';
    readonly duration: number;
} | {
    readonly order: 'speed';
    readonly speed: number;
};
export declare function tellClock(order: ClockOrder, options: ShownOptions, io: Io): Promise<ExitCode>;
