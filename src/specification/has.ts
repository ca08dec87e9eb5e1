// Whether a server of a dialect has an endpoint, an operation or an event.
import type { Feature } from '../contract/features.js';
import type { Dialect } from '../dialect/dialect.js';

export function has({ without }: Dialect, { feature }: { readonly feature?: Feature }): boolean {
  return feature === undefined || !without.has(feature);
}
