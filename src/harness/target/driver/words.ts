// Small pieces of wording that the driver's accounts share.
import type { Mismatch } from '../../../dialect/dialect.js';

const LONGEST = 80;

/** A value as short JSON; `nothing` when there is none. */
export function inShort(value: unknown): string {
  if (value === undefined) return 'nothing';
  const json = JSON.stringify(value);
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}

/** `/data/devices/0/deviceId: expected a string, got 5 (lab.yaml:12:5)`. */
export function mismatchWords({ pointer, expected, actual, declaredAt }: Mismatch): string {
  return `${pointer || 'the body'}: expected ${expected}, got ${actual} (${declaredAt})`;
}
