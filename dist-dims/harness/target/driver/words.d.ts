import type { Mismatch } from '../../../dialect/dialect.js';
/** A value as short JSON; `nothing` when there is none. */
export declare function inShort(value: unknown): string;
/** `/data/devices/0/deviceId: expected a string, got 5 (lab.yaml:12:5)`. */
export declare function describe({ pointer, expected, actual, declaredAt }: Mismatch): string;
