import type { ReplayPoint } from '../device/signals/signal.js';
/** The points, or what is wrong with them. */
export declare function parseReplay(text: string): ReplayPoint[] | string;
