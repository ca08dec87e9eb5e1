// Legal interference: what a right server may answer at any moment, whatever a scenario is about.
import type { View } from '../view/reply-view.js';
import type { Disturbance } from './observation.js';

const BY_CODE: Readonly<Record<string, Disturbance>> = {
  RATE_LIMITED: 'rate-limited',
  DEVICE_BUSY: 'busy',
  INTERNAL_ERROR: 'internal-error',
};

/** HTTP statuses with which a proxy or a busy server turns a request away, whatever is in the body. */
const BY_STATUS: Readonly<Record<number, Disturbance>> = {
  429: 'rate-limited',
  500: 'internal-error',
  502: 'internal-error',
  503: 'internal-error',
  504: 'internal-error',
};

/** What `insist` names. */
export const DISTURBANCES_BY_WORD: Readonly<
  Record<'RATE_LIMITED' | 'DEVICE_BUSY' | 'broken', readonly Disturbance[]>
> = {
  RATE_LIMITED: ['rate-limited'],
  DEVICE_BUSY: ['busy'],
  broken: ['broken', 'refused'],
};

export const DISTURBANCE_WORDS: Readonly<Record<Disturbance, string>> = {
  'rate-limited': 'RATE_LIMITED, which is legal at any moment',
  busy: "DEVICE_BUSY, which somebody else's operation may have caused",
  'internal-error': 'a server error, which is legal at any moment',
  broken: 'a broken connection, which is legal at any moment',
  refused: 'a refused connection, which is legal at any moment',
};

/** What disturbed an exchange or an attempt to connect; undefined when it went through. */
export function disturbanceOf(view: View): Disturbance | undefined {
  const { outcome, code, status } = view;
  if (outcome === 'broken') return 'broken';
  if (outcome === 'refused') return isRefusal(status) ? undefined : 'refused';
  return (
    (typeof code === 'string' ? BY_CODE[code] : undefined) ??
    (typeof status === 'number' ? BY_STATUS[status] : undefined)
  );
}

/** A refused upgrade with a 4xx status is an answer; anything else may be the network or a restart. */
function isRefusal(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
