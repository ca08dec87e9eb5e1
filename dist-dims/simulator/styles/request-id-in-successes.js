// The requestId that the interface asks for in error bodies, in all bodies.
import { editReplies } from '../wire/edit-messages.js';
export function requestIdInSuccesses() {
    let counted = 0;
    return {
        id: 'request-id-in-successes',
        summary: 'Success bodies of REST carry a requestId, too.',
        because: 'requestId is said to be present in error bodies; of success bodies nothing is said.',
        ...editReplies((body) => body['requestId'] === undefined
            ? { body: JSON.stringify({ requestId: `s-${++counted}`, ...body }) }
            : undefined),
    };
}
