// Access tokens and tickets that have been issued, by number: the journal tells them apart and never shows them.

export interface Issued {
  add(secret: string, clientId: string): number;
  /** Undefined for one that was never issued, or so long ago that it has been forgotten. */
  find(secret: string): { readonly number: number; readonly clientId: string } | undefined;
}

/** More than that, and the oldest are forgotten. */
const MOST_REMEMBERED = 10_000;

export function createIssued(): Issued {
  const known = new Map<string, { readonly number: number; readonly clientId: string }>();
  let count = 0;
  return {
    add: (secret, clientId) => {
      known.set(secret, { number: ++count, clientId });
      if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value ?? '');
      return count;
    },
    find: (secret) => known.get(secret),
  };
}
