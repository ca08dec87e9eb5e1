// Turns what a request showed into what the journal may keep: numbers and digests in place of secrets.
import type { SeenAtService } from '../../../trace/record.js';
import type { RestOrigin } from '../../service/origin.js';
import type { Observation } from '../../transport/rest/observe.js';
import type { Issued } from './issued.js';

/** @param salt of this journal: digests of secrets say nothing outside of it. */
export function createObserve(
  now: () => number,
  tokens: Issued,
  salt: number,
): (observation: Observation) => Pick<RestOrigin, 'seen' | 'headers' | 'client'> {
  return ({ bearer, told, headers, arrival }) => {
    const to = now();
    const token = bearer === undefined ? undefined : tokens.find(bearer);
    const seen: SeenAtService = {
      from: arrival?.from ?? to,
      to,
      ...(bearer !== undefined && { token: token?.number ?? 0 }),
      ...(told !== '' && { digest: digestOf(told, salt) }),
      ...(arrival?.socket !== undefined && { socket: arrival.socket }),
      ...(arrival?.instance !== undefined && { instance: arrival.instance }),
    };
    return { seen, headers, client: token?.clientId };
  };
}

/** FNV-1a in two halves: quick, and different for what is different, unless somebody takes pains. */
function digestOf(text: string, salt: number): string {
  let low = 0x811c9dc5 ^ salt;
  let high = 0x01000193 + salt;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0');
}
