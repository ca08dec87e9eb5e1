// Secrets that were issued to clients, such as access tokens: found without a hint of how nearly a guess was right, and
// so many of one client at most.
import type { Clock } from '../../kernel/clock.js';

/** What secrets are made of: the randomness of the operating system, or a seeded stream. */
export interface TokenSource {
  /** `length` characters from a-z and 0-9. */
  token(length: number): string;
}

export interface IssuedSecret {
  readonly clientId: string;
  /** Clock time in ms. */
  expiresAt: number;
}

export interface SecretKind {
  readonly prefix: string;
  /** Characters after the prefix. */
  readonly length: number;
  /** How many of them are the name by which a secret is looked up; only the others are secret. */
  readonly nameLength: number;
  /** In ms. */
  readonly lifetime: number;
  /** That have not expired, of one client. */
  readonly maxPerClient: number;
}

export interface IssuedSecrets {
  issue(clientId: string): string;
  /** Ms until the client may have one more; undefined when it may now. */
  waitFor(clientId: string): number | undefined;
  /** Expired ones are found until they are forgotten. */
  find(secret: string): IssuedSecret | undefined;
  remove(secret: string): void;
  clear(): void;
  /** Oldest first; without those that have expired by themselves. */
  all(): Iterable<IssuedSecret>;
}

type Entry = IssuedSecret & { readonly secret: string };

export function createIssuedSecrets(
  clock: Pick<Clock, 'now'>,
  random: TokenSource,
  { prefix, length, nameLength, lifetime, maxPerClient }: SecretKind,
): IssuedSecrets {
  const byName = new Map<string, Entry>();
  const counts = new Map<string, number>();
  const nameOf = (secret: string): string => secret.slice(0, prefix.length + nameLength);

  const forget = ({ secret, clientId }: Entry): void => {
    byName.delete(nameOf(secret));
    const left = (counts.get(clientId) ?? 0) - 1;
    if (left > 0) counts.set(clientId, left);
    else counts.delete(clientId);
  };
  const dropExpired = (): void => {
    // In the order of their expiry, as all live equally long; one that was made worthless before is dropped later.
    for (const entry of byName.values()) {
      if (entry.expiresAt > clock.now()) return;
      forget(entry);
    }
  };
  const find = (secret: string): Entry | undefined => {
    const entry = byName.get(nameOf(secret));
    return entry && sameText(secret, entry.secret) ? entry : undefined;
  };

  return {
    issue: (clientId) => {
      dropExpired();
      const secret = `${prefix}${random.token(length)}`;
      byName.set(nameOf(secret), { secret, clientId, expiresAt: clock.now() + lifetime });
      counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
      return secret;
    },
    waitFor: (clientId) => {
      dropExpired();
      if ((counts.get(clientId) ?? 0) < maxPerClient) return undefined;
      const ends = [...byName.values()]
        .filter((entry) => entry.clientId === clientId && entry.expiresAt > clock.now())
        .map(({ expiresAt }) => expiresAt);
      return ends.length < maxPerClient ? undefined : Math.min(...ends) - clock.now();
    },
    find,
    remove: (secret) => {
      const entry = find(secret);
      if (entry) forget(entry);
    },
    clear: () => {
      byName.clear();
      counts.clear();
    },
    all: () => {
      dropExpired();
      return byName.values();
    },
  };
}

/** All characters are looked at, whatever the first ones are. */
function sameText(given: string, stored: string): boolean {
  let difference = given.length ^ stored.length;
  for (let at = 0; at < stored.length; at++) difference |= stored.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
