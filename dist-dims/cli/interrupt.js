// What an interrupt does: the first asks for an orderly end, the second is taken at its word.
import { setMaxListeners } from 'node:events';
const SIGNALS = ['SIGINT', 'SIGTERM'];
/** @param announce is called once, with the name of the signal. */
export function listenForInterrupt(announce) {
    const controller = new AbortController();
    // Whatever waits listens, and much may wait at once.
    setMaxListeners(0, controller.signal);
    const onSignal = (name) => {
        if (controller.signal.aborted) {
            // Without our handler the signal ends the process, and the shell sees by which.
            dispose();
            process.kill(process.pid, name);
            return;
        }
        announce(name);
        controller.abort(new Error(`interrupted by ${name}`));
    };
    const dispose = () => {
        for (const name of SIGNALS)
            process.off(name, onSignal);
    };
    for (const name of SIGNALS)
        process.on(name, onSignal);
    return { signal: controller.signal, dispose };
}
