// How long an operation is known to have kept its device: a transceive that nobody answered waited to its end.
import { waitOf } from '../../contract/operations.js';
/** How much of its timeout it is taken to have waited at least: clocks do not run alike. */
const SURE_PART = 0.9;
/** In ms; 0 where nothing is known of it. */
export function surelyWaited(operation, status) {
    if (!operation || status !== 'timeout')
        return 0;
    return waitOf(operation) * SURE_PART;
}
