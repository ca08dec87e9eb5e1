// The words of a command line for the places of what it sends.
import type { Terms } from './control-client.js';

/** @param names what stands for a pointer as a whole, such as `/index` for `<index>`. */
export function termsOf(names: Readonly<Record<string, string>>): Terms {
  return (pointer) => names[pointer];
}
