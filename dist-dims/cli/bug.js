// What the program says when it has failed itself: honestly, and without a page of stack.
import { escaped } from '../output/escape.js';
import { packageVersion } from './package-files.js';
export function reportBug(error, { err, env }) {
    const message = escaped(error instanceof Error ? error.message : String(error));
    const debug = (env['CONFORM_DEBUG'] ?? '') !== '';
    const stack = error instanceof Error && debug ? `${error.stack ?? ''}\n` : '';
    const how = debug ? '' : ', together with what CONFORM_DEBUG=1 prints in addition';
    err.write(`${err.paint.bad('error:')} conform has failed by its own fault: ${message}\n${stack}` +
        'This is a bug, and says nothing about the target. Please report it with the command line that led here\n' +
        `and these lines${how}. (conform ${packageVersion()}, Node ${process.version}, ${process.platform})\n`);
}
