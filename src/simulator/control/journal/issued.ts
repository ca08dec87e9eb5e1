// Access tokens and tickets that have been issued, by number: the journal tells them apart and never shows them.

export interface Issued {
  add(secret: string, clientId: string): number;
  /** Undefined for one that was never issued, or so long ago that it has been forgotten. */
  find(secret: string): { readonly number: number; readonly clientId?: string } | undefined;
  /** What stands for it at all instances of a cluster: less than 0; the number itself where it is not known. */
  digestOf(number: number): number;
}

/** More than that, and the oldest are forgotten. */
const MOST_REMEMBERED = 10_000;

/** @param isShared whether other instances issue them, too: an unknown one is found with its digest as number. */
export function createIssued(isShared: () => boolean = () => false): Issued {
  const known = new Map<string, { readonly number: number; readonly clientId: string }>();
  /** The same the other way round. */
  const secrets = new Map<number, string>();
  let count = 0;
  return {
    add: (secret, clientId) => {
      known.set(secret, { number: ++count, clientId });
      secrets.set(count, secret);
      if (known.size <= MOST_REMEMBERED) return count;
      known.delete(known.keys().next().value ?? '');
      secrets.delete(count - MOST_REMEMBERED);
      return count;
    },
    find: (secret) => known.get(secret) ?? (isShared() ? { number: digestOf(secret) } : undefined),
    digestOf: (number) => {
      if (number <= 0) return number;
      const secret = secrets.get(number);
      return secret === undefined ? number : digestOf(secret);
    },
  };
}

/** FNV-1a in two halves, as an integer less than 0. */
function digestOf(secret: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < secret.length; at++) {
    const unit = secret.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return -1 - (low >>> 0) * 2 ** 20 - (high >>> 12);
}
