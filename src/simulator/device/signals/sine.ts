// A signal that swings around its mean.
import type { Signal, SineSpec } from './signal.js';

export function createSine({ mean, amplitude, period, phase }: SineSpec): Signal {
  // The remainder first: after years, the sine of a huge angle would have lost its digits.
  return (elapsed) => mean + amplitude * Math.sin(2 * Math.PI * ((elapsed % period) / period + phase));
}
