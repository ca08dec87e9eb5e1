// Codes of its own wherever the interface gives none.
import { STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import { editBoth } from './edit-both.js';
const STATED = new Set([SUCCESS, ...Object.keys(STATED_ERROR_CODES)]);
export function otherRefusalCodes() {
    return {
        id: 'other-refusal-codes',
        summary: 'Refusals for which the interface gives no code have codes that no dialect lists.',
        because: 'The codes that go with 400, 404, 422 and 409 other than DEVICE_BUSY are not shown.',
        ...editBoth((message) => {
            const { code } = message;
            return typeof code !== 'string' || STATED.has(code) ? undefined : { ...message, code: `E_${code}_V2` };
        }),
    };
}
