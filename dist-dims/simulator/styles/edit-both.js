import { editFrames, editReplies } from '../wire/edit-messages.js';
/** @param edit a message instead, or undefined to leave it as it is. */
export function editBoth(edit) {
    return {
        ...editReplies((body) => {
            const edited = edit(body);
            return edited && { body: JSON.stringify(edited) };
        }),
        ...editFrames((frame) => edit(frame)),
    };
}
