// Where influences are put in while a device is used, and taken out again. A device without any pays one
// comparison for each question.
import { NO_INFLUENCES } from './influences.js';
/** The influences of one device, as they are in the slot at each question. */
export function influencesIn(slot, device) {
    const now = () => (slot.current ? slot.current(device) : NO_INFLUENCES);
    return {
        operationTime: (...given) => now().operationTime(...given),
        answering: (...given) => now().answering(...given),
        contact: (...given) => now().contact(...given),
        bounce: (...given) => now().bounce(...given),
        reading: (...given) => now().reading(...given),
        rs485: (...given) => now().rs485(...given),
    };
}
