// Makes secrets from the randomness of the operating system, and compares them in a time that does not depend on where
// they differ.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenSource } from '../service/access.js';

/** All digests have the same length, so the time does not depend on the length of the secret either. */
export function secretsEqual(given: string, stored: string): boolean {
  return timingSafeEqual(digest(given), digest(stored));
}

/** Tells a secret again, and nothing else. */
export function digestOf(secret: string): string {
  return digest(secret).toString('base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on are left out: with them some characters would be more frequent than others. */
const EVEN = 256 - (256 % ALPHABET.length);

/** Tokens that nobody can work out from others, unlike those of a seeded stream. */
export const systemTokens: TokenSource = {
  token: (length) => {
    let text = '';
    while (text.length < length) {
      for (const byte of randomBytes(2 * length)) {
        if (byte < EVEN && text.length < length) text += ALPHABET[byte % ALPHABET.length];
      }
    }
    return text;
  },
};
