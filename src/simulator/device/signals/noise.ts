// A signal with a deviation on top that is drawn anew in each slot of time.
import { deviationAt } from './lattice.js';
import type { NoiseSpec, Signal, SignalSource } from './signal.js';

export function createNoise({ amplitude, every }: NoiseSpec, source: SignalSource, base: Signal): Signal {
  return (elapsed) => base(elapsed) + amplitude * deviationAt(source, Math.floor(elapsed / every));
}
