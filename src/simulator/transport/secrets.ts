// Compares secrets in a time that does not depend on where they differ.
import { createHash, timingSafeEqual } from 'node:crypto';

export type SecretsEqual = (given: string, stored: string) => boolean;

/** All digests have the same length, so the time does not depend on the length of the secret either. */
export const secretsEqual: SecretsEqual = (given, stored) => timingSafeEqual(digest(given), digest(stored));

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
