// Turns what a request shows of its sender into what the journal may keep: numbers and digests in place of secrets.
import type { SeenRequest } from '../../service/origin.js';
import type { Observation } from '../../transport/traffic-log.js';
import type { Issued } from './issued.js';

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
      digest: body === '' && search === '' ? undefined : digestOf(search, body, salt),
      socket: arrival?.socket,
      instance: arrival?.instance,
      headers,
    };
  };
}

/** FNV-1a in two halves: quick, and different for what is different, unless somebody takes pains. */
function digestOf(search: string, body: string, salt: number): readonly [number, number] {
  const told = body === '' ? search : `${search}\n${body}`;
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
