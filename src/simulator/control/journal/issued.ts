// Access tokens and tickets that have been issued, by number: the journal tells them apart and never shows them.
import type { SeenRequest } from '../../service/origin.js';
import type { Observation } from '../../transport/traffic-log.js';

export type Issued = ReturnType<typeof createIssued>;

/** More than that, and the oldest are forgotten. */
const MOST_REMEMBERED = 10_000;

/** @param isShared whether other instances issue them, too: an unknown one is found with its digest as number. */
export function createIssued(isShared: () => boolean = () => false) {
  const known = new Map<string, { readonly number: number; readonly clientId: string }>();
  /** The same the other way round. */
  const secrets = new Map<number, string>();
  let count = 0;
  return {
    add: (secret: string, clientId: string): number => {
      known.set(secret, { number: ++count, clientId });
      secrets.set(count, secret);
      if (known.size <= MOST_REMEMBERED) return count;
      known.delete(known.keys().next().value ?? '');
      secrets.delete(count - MOST_REMEMBERED);
      return count;
    },
    /** Undefined for one that was never issued, or so long ago that it has been forgotten. */
    find: (secret: string): { readonly number: number; readonly clientId?: string } | undefined =>
      known.get(secret) ?? (isShared() ? { number: digestOf(secret) } : undefined),
    /** What stands for it at all instances of a cluster: less than 0; the number itself where it is not known. */
    digestOf: (number: number): number => {
      if (number <= 0) return number;
      const secret = secrets.get(number);
      return secret === undefined ? number : digestOf(secret);
    },
  };
}

/** As an integer less than 0. */
function digestOf(secret: string): number {
  const [low, high] = halvesOf(secret, 0);
  return -1 - (low >>> 0) * 2 ** 20 - (high >>> 12);
}

// Turns what a request shows of its sender into what the journal may keep: numbers and digests in place of secrets.

/** @param salt of this journal: digests of secrets say nothing outside of it. */
export function createObserve(
  now: () => number,
  tokens: Issued,
  salt: number,
): (observation: Observation) => SeenRequest {
  return ({ bearer, search, body, headers, arrival }) => {
    // Without a body a request is there as soon as its headers are.
    const to = arrival && body === '' ? arrival.from : now();
    const token = bearer === undefined ? undefined : tokens.find(bearer);
    return {
      from: arrival ? arrival.from : to,
      to,
      token: bearer === undefined ? undefined : (token?.number ?? 0),
      client: token?.clientId,
      digest:
        body === '' && search === ''
          ? undefined
          : halvesOf(body === '' ? search : `${search}\n${body}`, salt),
      socket: arrival?.socket,
      instance: arrival?.instance,
      headers,
    };
  };
}

/** FNV-1a: quick, and different for what is different, unless somebody takes pains. */
function halvesOf(told: string, salt: number): readonly [number, number] {
  let low = 0x811c9dc5 ^ salt;
  let high = 0x01000193 + salt;
  for (let at = 0; at < told.length; at++) {
    const unit = told.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return [low, high];
}

export function digestText([low, high]: readonly [number, number]): string {
  return hex(low) + hex(high);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0');
}
