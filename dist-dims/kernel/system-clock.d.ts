import type { Clock } from './clock.js';
export declare function createSystemClock(): Clock;
