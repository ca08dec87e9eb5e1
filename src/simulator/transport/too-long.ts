// What of a request is too long before anybody looks at what it is for.
import type { IncomingMessage } from 'node:http';
import { REQUEST_LIMITS } from '../limits/limits.js';

export interface TooLong {
  readonly status: 414 | 431;
  readonly message: string;
}

const TARGET: TooLong = {
  status: 414,
  message: `A request target has at most ${REQUEST_LIMITS.maxTarget} characters.`,
};
const HEADERS: TooLong = {
  status: 431,
  message: `A request has at most ${REQUEST_LIMITS.maxHeaders} header fields.`,
};

export function tooLong({ url = '', rawHeaders }: IncomingMessage): TooLong | undefined {
  if (url.length > REQUEST_LIMITS.maxTarget) return TARGET;
  return rawHeaders.length > 2 * REQUEST_LIMITS.maxHeaders ? HEADERS : undefined;
}
