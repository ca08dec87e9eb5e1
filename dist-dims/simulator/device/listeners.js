// Tells everyone who listens, in order: an event that a listener causes comes after the one it heard.
/** @param onFirst called when somebody begins to listen, @param onLast when nobody does any more. */
export function createListeners(onFirst, onLast) {
    const listeners = new Set();
    const queue = [];
    let telling = false;
    const remove = (entry) => {
        if (listeners.delete(entry) && listeners.size === 0)
            onLast();
    };
    const tell = () => {
        for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
            for (const { hear } of [...listeners])
                hear(event);
        }
    };
    return {
        get size() {
            return listeners.size;
        },
        add: (hear) => {
            const entry = { hear };
            listeners.add(entry);
            if (listeners.size === 1)
                onFirst();
            return () => remove(entry);
        },
        emit: (event) => {
            if (listeners.size === 0)
                return;
            queue.push(event);
            if (telling)
                return;
            telling = true;
            try {
                tell();
            }
            finally {
                telling = false;
            }
        },
        clear: () => {
            for (const entry of [...listeners])
                remove(entry);
        },
    };
}
