// Counts the requests under way on all WebSocket connections, so that a graceful shutdown can wait for them.
export function createInFlight() {
    let count = 0;
    let draining = false;
    const waiting = new Set();
    const leave = () => {
        count--;
        if (count > 0)
            return;
        for (const resolve of waiting)
            resolve();
        waiting.clear();
    };
    return {
        enter: () => {
            if (draining)
                return undefined;
            count++;
            return leave;
        },
        drain: async () => {
            draining = true;
            if (count > 0)
                await new Promise((resolve) => waiting.add(resolve));
        },
        get count() {
            return count;
        },
    };
}
