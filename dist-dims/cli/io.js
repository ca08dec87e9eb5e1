// What the program has of its process: stdout for what was asked for, stderr for progress, logs and complaints, the
// environment, the folder. Nothing else writes to the process's streams.
import { supportsColor, supportsColorStderr } from 'chalk';
import { createSecrets } from '../output/secrets.js';
import { createOutlet } from './outlet.js';
export function processIo() {
    const { env } = process;
    const secrets = createSecrets();
    // What the no-color convention asks for; chalk itself honours --no-color and FORCE_COLOR.
    const colourless = (env['NO_COLOR'] ?? '') !== '';
    const levelOf = (colours) => colourless || !colours ? 0 : colours.level;
    return {
        out: createOutlet(sinkOf(process.stdout, levelOf(supportsColor)), secrets),
        err: createOutlet(sinkOf(process.stderr, levelOf(supportsColorStderr)), secrets),
        secrets,
        env,
        cwd: process.cwd(),
    };
}
function sinkOf(stream, level) {
    let gone = false;
    stream.on('error', (error) => {
        // The reader has seen enough (`conform run | head`): not a crash, and no reason to stop the run.
        if (error.code !== 'EPIPE')
            throw error;
        gone = true;
    });
    return {
        put: (text) => {
            if (!gone)
                stream.write(text);
        },
        isTerminal: stream.isTTY,
        get columns() {
            // A terminal without a size says 0.
            return stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
        },
        level,
    };
}
/** Resolves when everything written has left the process. */
export async function drained() {
    await Promise.all([process.stdout, process.stderr].map(flush));
}
function flush(stream) {
    return new Promise((resolve) => {
        if (!stream.writable)
            resolve();
        else
            stream.write('', () => resolve());
    });
}
