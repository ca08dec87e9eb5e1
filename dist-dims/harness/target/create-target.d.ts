import type { Trace } from '../../trace/trace.js';
import { type DriverOptions } from './driver/driver.js';
import type { Target } from './target.js';
export interface TargetOptions extends DriverOptions {
    readonly trace: Trace;
}
/** Closing it closes the transport; closing a view of it closes what that view has opened. */
export declare function createTarget({ trace, ...options }: TargetOptions): Target;
