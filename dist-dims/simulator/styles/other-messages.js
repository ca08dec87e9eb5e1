// Message texts that nobody could branch on.
import { SUCCESS } from '../../contract/error-codes.js';
import { editBoth } from './edit-both.js';
const TEXTS = ['', 'Bitte später noch einmal versuchen.', 'OK', '請求無法處理', '{"not": "a code"}'];
export function otherMessages() {
    let turn = 0;
    return {
        id: 'other-messages',
        summary: 'Messages of errors are empty, in other languages, or say OK.',
        because: 'Clients branch on code and never on message; only that of a success is stated.',
        ...editBoth((message) => {
            const { code } = message;
            if (code === undefined || code === SUCCESS)
                return undefined;
            return { ...message, message: TEXTS[turn++ % TEXTS.length] };
        }),
    };
}
