// A failure that nobody has caught ends a command, but not a server: others depend on it.
const EVENTS = ['uncaughtException', 'unhandledRejection'];
/** Calls `onBug` with each until it is disposed of; nothing else hears of them meanwhile. */
export function containBugs(onBug) {
    const replaced = EVENTS.map((event) => {
        const others = process.rawListeners(event);
        process.removeAllListeners(event);
        process.on(event, onBug);
        return { event, others };
    });
    return {
        dispose: () => {
            for (const { event, others } of replaced) {
                process.off(event, onBug);
                for (const other of others)
                    process.on(event, other);
            }
        },
    };
}
