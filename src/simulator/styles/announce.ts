// For styles of the announced delay: it may be longer than needed, and is the same on both channels.
import type { Decoration } from '../decoration.js';
import { dataOf, editFrames, editReplies, type Json } from '../wire/edit-messages.js';

interface Announced {
  /** For `data.retryAfterSeconds`. */
  readonly data: number;
  /** For the header `Retry-After`, in whole seconds. */
  readonly header: number;
}

/** @param change the delays to announce, from the seconds that are needed. */
export function announce(change: (needed: number) => Announced): Pick<Decoration, 'rest' | 'session'> {
  const changed = (message: Json): { readonly message: Json; readonly header: string } | undefined => {
    const data = dataOf(message);
    const needed = data['retryAfterSeconds'];
    if (typeof needed !== 'number') return undefined;
    const announced = change(needed);
    return {
      message: { ...message, data: { ...data, retryAfterSeconds: announced.data } },
      header: String(announced.header),
    };
  };
  return {
    ...editReplies((body, { headers }) => {
      const edited = changed(body);
      if (!edited) return undefined;
      // Another style may have written its name in capitals.
      const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'retry-after');
      return {
        body: JSON.stringify(edited.message),
        headers: { ...Object.fromEntries(others), 'retry-after': edited.header },
      };
    }),
    ...editFrames((frame) => changed(frame)?.message),
  };
}
