import { createConnectionHandle } from './connection-handle.js';
export function createHandles() {
    const held = new Map();
    return {
        take: (opened) => {
            const { id } = opened.connection;
            const known = held.get(id);
            if (known)
                return known.handle;
            const { handle, tap } = createConnectionHandle(opened, () => held.delete(id));
            opened.tap = tap;
            held.set(id, { opened, handle });
            return handle;
        },
        of: (connectionId) => held.get(connectionId)?.handle,
        releaseAll: () => {
            for (const { opened } of held.values())
                opened.tap = undefined;
            held.clear();
        },
    };
}
