// Which request of a connection a reply belongs to.

interface WaitingReply<T> {
  readonly requestId: string | undefined;
  readonly value: T;
}

type Match<T> =
  | { readonly kind: 'waiting'; readonly value: T }
  /** The one who asked has given up, but the reply is still that of its request. */
  | { readonly kind: 'late'; readonly value: T }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'unknown' };

export type PendingReplies<T> = ReturnType<typeof createPendingReplies<T>>;

/** How many requests are remembered after they have ended, to tell late replies and second ones apart. */
const MOST_REMEMBERED = 4096;

export function createPendingReplies<T>() {
  // In order of sending. A frame written by hand may have no id, or one that is already under way.
  const waiting = new Set<WaitingReply<T>>();
  const late = new Map<string, T>();
  const answered = new Map<string, true>();

  const oldest = (requestId: string | undefined): WaitingReply<T> | undefined => {
    for (const each of waiting) if (each.requestId === requestId) return each;
    return undefined;
  };

  return {
    get size() {
      return waiting.size;
    },
    isWaiting: (requestId: string) => oldest(requestId) !== undefined,

    /** Returns the way to give up on the reply; what comes afterwards is late. */
    add: (requestId: string | undefined, value: T) => {
      const entry = { requestId, value };
      waiting.add(entry);
      return () => {
        if (waiting.delete(entry) && requestId !== undefined) remember(late, requestId, value);
      };
    },
    match: (requestId: string | undefined): Match<T> => {
      const known = requestId === undefined ? undefined : oldest(requestId);
      if (known && requestId !== undefined) {
        waiting.delete(known);
        remember(answered, requestId, true);
        return { kind: 'waiting', value: known.value };
      }
      if (requestId !== undefined && late.has(requestId)) {
        const value = late.get(requestId) as T;
        late.delete(requestId);
        remember(answered, requestId, true);
        return { kind: 'late', value };
      }
      if (requestId !== undefined && answered.has(requestId)) return { kind: 'duplicate' };
      // A frame without an id can only be answered without one, or with an id that the target made up.
      const nameless = oldest(undefined);
      if (!nameless) return { kind: 'unknown' };
      waiting.delete(nameless);
      return { kind: 'waiting', value: nameless.value };
    },

    /** Takes all that wait, oldest first. */
    drain: () => {
      const all = [...waiting].map(({ value }) => value);
      waiting.clear();
      return all;
    },
  };
}

function remember<T>(among: Map<string, T>, requestId: string, value: T): void {
  among.set(requestId, value);
  if (among.size <= MOST_REMEMBERED) return;
  const [oldest] = among.keys();
  if (oldest !== undefined) among.delete(oldest);
}
