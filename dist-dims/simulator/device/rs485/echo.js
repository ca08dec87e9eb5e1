// A peripheral that sends back what it hears.
import { fromHex } from '../../../kernel/hex.js';
export function createEcho({ baudRate, delay, prefix }) {
    const start = fromHex(prefix) ?? new Uint8Array();
    return {
        baudRate,
        answer: (frame) => {
            const meant = frame.length > 0 && start.every((byte, at) => frame[at] === byte);
            return meant ? { bytes: frame, delay } : undefined;
        },
    };
}
