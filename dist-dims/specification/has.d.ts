import type { Feature } from '../contract/features.js';
import type { Dialect } from '../dialect/dialect.js';
export declare function has({ without }: Dialect, { feature }: {
    readonly feature?: Feature;
}): boolean;
