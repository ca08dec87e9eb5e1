// Numbers by chance that belong to moments: the ground on which noise and random walks stand.
import { fractionsOf } from '../../../kernel/random.js';
/** Places between two lanes: more than any elapsed time has. */
const LANE = 2 ** 44;
/** The deviation of a place of the lattice, -1 to 1: the same each time one looks. */
export function deviationsOf({ seed, label }) {
    const fractionAt = fractionsOf(seed, label);
    return (place) => fractionAt(place) * 2 - 1;
}
/** The straight line between the deviations of the two places around `position`; each lane has its own. */
export function slopesOf(source) {
    const deviationAt = deviationsOf(source);
    // Of each lane the latest slope: those of the long lanes last for many reads.
    const latest = [];
    return (lane, position) => {
        const place = Math.floor(position);
        const first = lane * LANE + place;
        const known = latest[lane];
        const slope = known?.place === place ? known : { place, from: deviationAt(first), to: deviationAt(first + 1) };
        latest[lane] = slope;
        return slope.from + (slope.to - slope.from) * (position - place);
    };
}
