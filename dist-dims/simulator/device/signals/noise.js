// A signal with a deviation on top that is drawn anew in each slot of time.
import { deviationsOf } from './lattice.js';
export function createNoise({ amplitude, every }, source, base) {
    const deviationAt = deviationsOf(source);
    return (elapsed) => base(elapsed) + amplitude * deviationAt(Math.floor(elapsed / every));
}
