// A peripheral that is there and says nothing.
import type { Peripheral } from './peripheral.js';
import type { SilentSpec } from './rs485-spec.js';

export function createSilent({ baudRate }: SilentSpec): Peripheral {
  return { baudRate, answer: () => undefined };
}
