// Where there is nothing to say, there is no data.
import { editBoth } from './edit-both.js';
export function noEmptyData() {
    return {
        id: 'no-empty-data',
        summary: 'A reply whose data would be empty has no field data.',
        because: 'The content of data depends on the operation or error; where there is none, nothing is said.',
        ...editBoth(({ data, ...message }) => {
            const empty = typeof data === 'object' && data !== null && Object.keys(data).length === 0;
            return empty && message['type'] !== 'reply' ? message : undefined;
        }),
    };
}
