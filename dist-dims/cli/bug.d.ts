import type { Io } from './io.js';
export declare function reportBug(error: unknown, { err, env }: Io): void;
