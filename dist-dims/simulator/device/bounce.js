// The moments at which a worn contact bounces.
import { fractionAt } from '../../kernel/random.js';
/** Ascending moments after an edge, in ms: the same edge always bounces the same way. */
export function bounceOffsets(spec, seed, label, at) {
    if (!spec)
        return [];
    const offsets = Array.from({ length: spec.edges }, (_, nth) => spec.within * fractionAt(seed, `${label}/bounce-${nth}`, at));
    return offsets.toSorted((a, b) => a - b);
}
