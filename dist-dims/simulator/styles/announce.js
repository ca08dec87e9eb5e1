import { dataOf, editFrames, editReplies } from '../wire/edit-messages.js';
/** @param change the delays to announce, from the seconds that are needed. */
export function announce(change) {
    const changed = (message) => {
        const data = dataOf(message);
        const needed = data['retryAfterSeconds'];
        if (typeof needed !== 'number')
            return undefined;
        const announced = change(needed);
        return {
            message: { ...message, data: { ...data, retryAfterSeconds: announced.data } },
            header: String(announced.header),
        };
    };
    return {
        ...editReplies((body, { headers }) => {
            const edited = changed(body);
            if (!edited)
                return undefined;
            // Another style may have written its name in capitals.
            const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'retry-after');
            return {
                body: JSON.stringify(edited.message),
                headers: { ...Object.fromEntries(others), 'retry-after': edited.header },
            };
        }),
        ...editFrames((frame) => changed(frame)?.message),
    };
}
