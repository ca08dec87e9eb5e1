import type { TraceView } from './trace-view.js';
/** `read`, which depends on nothing but the view, with its answers remembered as long as the view lives. */
export declare function perView<T extends object>(read: (view: TraceView) => T): (view: TraceView) => T;
/** The same for what is asked of each device of a trace. */
export declare function perDevice<T>(read: (deviceId: string, view: TraceView) => T): (deviceId: string, view: TraceView) => T;
