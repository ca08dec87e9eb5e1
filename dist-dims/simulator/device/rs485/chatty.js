// A peripheral that speaks without being asked, at fixed intervals.
import { fromHex } from '../../../kernel/hex.js';
import { fractionAt } from '../../../kernel/random.js';
export function createChatty({ baudRate, data, interval }, { seed, label }) {
    // Each device has its own phase, or the chatty peripherals of a whole fleet would speak at once.
    const phase = Math.round(interval * fractionAt(seed, `${label}/phase`, 0));
    const bytes = fromHex(data) ?? new Uint8Array();
    return { baudRate, answer: () => undefined, spontaneous: { bytes, interval, phase } };
}
