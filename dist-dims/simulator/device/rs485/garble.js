// What a receiver makes of bytes that were sent at another rate, or by two at once.
import { fractionAt } from '../../../kernel/random.js';
/** Receivers sample in the middle of each bit; up to this ratio of the rates they still hit all bits of a byte. */
const TOLERANCE = 1.03;
/** A receiver at twice the rate sees twice the bytes; none ever sees more than this. */
const MOST_BYTES = 4096;
/** The bytes as heard at `heardAt` bit/s when sent at `sentAt`; a much slower receiver may hear nothing. */
export function heard(bytes, sentAt, heardAt, chance, now) {
    if (Math.max(sentAt, heardAt) / Math.min(sentAt, heardAt) <= TOLERANCE)
        return bytes;
    const length = Math.round((bytes.length * heardAt) / sentAt);
    return garbled(bytes, Math.min(MOST_BYTES, length), chance, now);
}
/** As many bytes as asked for that have nothing to do with the ones sent; the same at the same moment. */
export function garbled(bytes, length, { seed, label }, now) {
    const noise = Uint8Array.from({ length }, (_, at) => Math.floor(256 * fractionAt(seed, `${label}/garble-${at}`, now)));
    const first = noise[0];
    // By chance the first byte could be right; it must not be, or a single byte would pass.
    if (first !== undefined && first === bytes[0])
        noise[0] = first ^ 0xff;
    return noise;
}
