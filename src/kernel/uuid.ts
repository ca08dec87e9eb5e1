// Idempotency keys: the interface leaves their form open, and a service may take nothing but UUIDs.
import { createRandom } from './random.js';

/** A UUID of the form of version 4, the same for the same texts; all of one `run` begin alike. */
export function uuidOf(run: string, own: string): string {
  const first = hexOf(run, 18);
  const groups = [
    first.slice(0, 8),
    first.slice(8, 12),
    `4${first.slice(12, 15)}`,
    `8${first.slice(15)}`,
    hexOf(`${run} ${own}`, 12),
  ];
  return groups.join('-');
}

function hexOf(text: string, digits: number): string {
  const stream = createRandom(0).stream(`uuid ${text}`);
  return Array.from({ length: digits }, () => stream.integer(0, 15).toString(16)).join('');
}
