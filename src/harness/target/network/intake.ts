// What one WebSocket connection has brought, and whether that is more than it may bring.
import type { NetworkLimits } from './settings.js';

export interface Intake {
  /** Words for the limit that this frame goes beyond; undefined while there is none. */
  take(bytes: number): string | undefined;
}

export function createIntake({ frames, received }: Pick<NetworkLimits, 'frames' | 'received'>): Intake {
  let count = 0;
  let total = 0;
  return {
    take: (bytes) => {
      count++;
      total += bytes;
      if (count > frames) return `it brought more than ${frames} frames`;
      return total > received ? `it brought more than ${received} bytes` : undefined;
    },
  };
}
