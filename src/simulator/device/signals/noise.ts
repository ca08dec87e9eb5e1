// A signal with a deviation on top that is drawn anew in each slot of time.
import { deviationsOf } from './lattice.js';
import type { NoiseSpec, Signal, SignalSource } from './signal.js';

export function createNoise({ amplitude, every }: NoiseSpec, source: SignalSource, base: Signal): Signal {
  const deviationAt = deviationsOf(source);
  return (elapsed) => base(elapsed) + amplitude * deviationAt(Math.floor(elapsed / every));
}
