// How messages are written down that somebody has made up by hand.
import type { Draft } from './generator/draft.js';

export type Headers = Readonly<Record<string, string>>;

export const JSON_TYPE = { 'content-type': 'application/json' };
/** Relay 3 of the bench is not listed. */
export const ON = '{"relays":[{"index":3,"action":"on"}]}';
export const SWITCH = '/svc/v1/devices/bench-7/relays/commands';
export const FURNACE = '/svc/v1/devices/furnace/relays/commands';

export function rest(method: string, path: string, body = '', headers: Headers = JSON_TYPE): Draft {
  return { channel: 'rest', method, path, headers, body };
}

export function ws(body: string): Draft {
  return { channel: 'ws', method: '', path: '', headers: {}, body };
}

/** In full width letters. */
export function wide(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
}
