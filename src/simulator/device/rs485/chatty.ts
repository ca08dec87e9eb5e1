// A peripheral that speaks without being asked, at fixed intervals.
import { fromHex } from '../../../kernel/hex.js';
import { fractionAt } from '../../../kernel/random.js';
import type { Peripheral, PeripheralSource } from './peripheral.js';
import type { ChattySpec } from './rs485-spec.js';

export function createChatty(
  { baudRate, data, interval }: ChattySpec,
  { seed, label }: PeripheralSource,
): Peripheral {
  // Each device has its own phase, or the chatty peripherals of a whole fleet would speak at once.
  const phase = Math.round(interval * fractionAt(seed, `${label}/phase`, 0));
  const bytes = fromHex(data) ?? new Uint8Array();
  return { baudRate, answer: () => undefined, spontaneous: { bytes, interval, phase } };
}
