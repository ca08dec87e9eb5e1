// Small pieces of wording that the driver's accounts share.
import { ENDPOINTS } from '../../../contract/endpoints.js';
import type { Mismatch } from '../../../dialect/dialect.js';
import type { Call } from '../call.js';

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

/** Whether its reply may have a token or a ticket in it: what is wrong with it is told without what came. */
export function issues(call: Call): boolean {
  if (call.name === 'http') return ISSUING.some((endpoint) => call.path.startsWith(ENDPOINTS[endpoint].path));
  return call.name === 'createToken' || call.name === 'createTicket';
}

const ISSUING = ['token.create', 'ticket.create'] as const;

export function kindOf(value: unknown): string {
  return kindOfJson(inShort(value));
}

/** The kind of a value, given as short JSON. */
export function kindOfJson(json: string): string {
  if (json.startsWith('"')) return 'another text';
  if (json.startsWith('{')) return 'an object';
  return json.startsWith('[') ? 'a list' : json;
}
