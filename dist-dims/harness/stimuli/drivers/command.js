// Stimuli by a command: a list of words, no shell, an environment of its own.
import { spawn } from 'node:child_process';
import { APPLIED, failed } from '../../profile/stimuli/act.js';
import { firstLine, MOST_OUTPUT } from '../bounded.js';
import { fill } from '../../profile/stimuli/template.js';
import { plainNumber } from './read-number.js';
export function commandDriver(how, { folder, witness }) {
    return async (act, signal) => {
        const [program = '', ...rest] = how.argv.map((word) => fill(word, act));
        const run = await runCommand([program, ...rest], how.env, folder, signal);
        if (!run.ok)
            return failed(`${program} ${run.detail}`);
        return witness ? plainNumber(run.output) : APPLIED;
    };
}
/** What programs need to find each other; secrets of the run are none of theirs. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot', 'PATHEXT'];
function runCommand([program, ...rest], env, folder, signal) {
    if (signal.aborted)
        return Promise.resolve({ ok: false, detail: 'was not started: time is up' });
    const own = PASSED_ON.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value]];
    });
    const child = spawn(program, rest, {
        shell: false,
        // A group of its own: Ctrl-C is for us, and what puts a device back must not die of it.
        detached: process.platform !== 'win32',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...Object.fromEntries(own), ...env },
        ...(folder === undefined ? {} : { cwd: folder }),
    });
    return new Promise((resolve) => {
        const end = (run) => {
            signal.removeEventListener('abort', onAbort);
            resolve(run);
        };
        const stop = (detail) => {
            killGroup(child.pid);
            end({ ok: false, detail });
        };
        const onAbort = () => stop('did not end in time, and was stopped');
        const output = collect(child.stdout, stop);
        const errors = collect(child.stderr, stop);
        signal.addEventListener('abort', onAbort, { once: true });
        child.on('error', (error) => end({ ok: false, detail: `cannot be started: ${error.message}` }));
        child.on('close', (code, killer) => {
            if (code === 0)
                return end({ ok: true, output: output() });
            const how = killer === null ? `ended with exit code ${code}` : `was ended by ${killer}`;
            const said = firstLine(errors()) || firstLine(output());
            end({ ok: false, detail: said === '' ? how : `${how}: ${said}` });
        });
    });
}
function collect(stream, tooMuch) {
    const pieces = [];
    let size = 0;
    stream.on('data', (piece) => {
        size += piece.length;
        if (size <= MOST_OUTPUT)
            pieces.push(piece);
        else
            tooMuch(`printed more than ${MOST_OUTPUT} bytes, and was stopped`);
    });
    return () => Buffer.concat(pieces).toString('utf8');
}
function killGroup(pid) {
    if (pid === undefined)
        return;
    try {
        process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    }
    catch {
        // It has ended by itself.
    }
}
