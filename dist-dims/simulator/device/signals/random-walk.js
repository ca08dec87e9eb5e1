// A signal that wanders. A walk that sums up its steps would have to go over all of the past at each read;
// this one adds slopes of growing length and height, and looks the same at a fixed price.
import { slopesOf } from './lattice.js';
/** The longest slope lasts 2^15 times `every`; beyond that the walk wanders no wider. */
const OCTAVES = 16;
/** Root mean square change of the whole sum within one `every`, in units of its shortest slope's height. */
const CHANGE_PER_STEP = 1.15;
export function createRandomWalk(spec, source) {
    const { start, step, every, least, most } = spec;
    const slopeAt = slopesOf(source);
    const strayed = (elapsed) => {
        let sum = 0;
        for (let octave = 0; octave < OCTAVES; octave++) {
            // A walk strays with the root of the time: twice as long, 1.41 times as far.
            const height = (step / CHANGE_PER_STEP) * 2 ** (octave / 2);
            sum += height * slopeAt(octave, elapsed / (every * 2 ** octave));
        }
        return sum;
    };
    const beginning = strayed(0);
    return (elapsed) => fold(start + strayed(elapsed) - beginning, least, most);
}
/** Reflects a value at both walls until it lies between them. */
function fold(value, least, most) {
    if (value >= least && value <= most)
        return value;
    if (!Number.isFinite(least))
        return 2 * most - value;
    if (!Number.isFinite(most))
        return 2 * least - value;
    const width = most - least;
    if (width <= 0)
        return least;
    const beyond = (((value - least) % (2 * width)) + 2 * width) % (2 * width);
    return least + (beyond <= width ? beyond : 2 * width - beyond);
}
