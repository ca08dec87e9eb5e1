// What a Modbus server counts about its traffic, and function 08 that reads the counters.
import { checkedBody } from './crc16.js';
const RETURN_QUERY = 0x00;
const CLEAR = 0x0a;
/** Subfunction -> what it counts. */
const COUNTERS = {
    0x0b: 'messages',
    0x0c: 'errors',
    0x0d: 'exceptions',
    0x0e: 'addressed',
    0x0f: 'unanswered',
};
export function createDiagnostics() {
    let counts = zero();
    return {
        receive: (frame) => {
            const body = checkedBody(frame);
            if (body)
                counts.messages++;
            else
                counts.errors++;
            return body;
        },
        addressed: () => counts.addressed++,
        excepted: () => counts.exceptions++,
        unanswered: () => counts.unanswered++,
        query: (data) => {
            const subfunction = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
            if (subfunction === CLEAR)
                counts = zero();
            if (subfunction === RETURN_QUERY || subfunction === CLEAR)
                return [...data];
            const name = COUNTERS[subfunction];
            if (name === undefined)
                return undefined;
            return [...data.subarray(0, 2), (counts[name] >>> 8) & 0xff, counts[name] & 0xff];
        },
    };
}
function zero() {
    return { messages: 0, errors: 0, exceptions: 0, addressed: 0, unanswered: 0 };
}
