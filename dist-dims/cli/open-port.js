// Starts a simulator on a port; what the system has against the port is said in words.
import { assert } from '../kernel/assert.js';
import { startSimulator } from '../simulator/start-simulator.js';
import { refuse } from '../document/complaint.js';
import { systemWords } from './files.js';
export async function openPort({ host, port, tls, ...options }) {
    try {
        const running = await startSimulator({ ...options, listen: { host, port, ...(tls && { tls }) } });
        assert(running.url !== undefined, 'a simulator that listens has an address');
        const { url, control, onBug } = running;
        return { ok: true, value: { url, control, onBug, close: () => running.close() } };
    }
    catch (error) {
        return portRefused(error, host, port);
    }
}
function portRefused(error, host, port) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
        const { port: taken = port } = error;
        const option = taken === port ? '--port' : '--control-port';
        return refuse(`port ${taken} of ${host} is taken`, `Take another one with ${option} N; ${option} 0 takes a free one.`);
    }
    if (code === 'EACCES')
        return refuse(`port ${port} needs privileges`, 'Take a port above 1023 with --port N.');
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
        return refuse(`${host} is no address of this machine`);
    if (!(error instanceof Error) || !('syscall' in error))
        throw error;
    return refuse(`cannot listen on port ${port} of ${host}: ${systemWords(error)}`);
}
