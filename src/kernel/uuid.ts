// Idempotency keys: the interface leaves their form open, and a service may take nothing but UUIDs.
import { createHash } from 'node:crypto';

/** A UUID of the form of version 4, the same for the same texts; all of one `run` begin alike. */
export function uuidOf(run: string, own: string): string {
  const [first = '', last = ''] = [run, `${run} ${own}`].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  return [
    first.slice(0, 8),
    first.slice(8, 12),
    `4${first.slice(12, 15)}`,
    `8${first.slice(15, 18)}`,
    last.slice(0, 12),
  ].join('-');
}
