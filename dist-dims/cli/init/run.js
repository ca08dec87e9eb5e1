// What `conform init` does: writes the example of a target profile, and never over a file that is there.
import { resolve } from 'node:path';
import { assert } from '../../kernel/assert.js';
import { refuse } from '../../document/complaint.js';
import { safeText } from '../../output/writer.js';
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { readText, systemWords, writeNewText } from '../files.js';
import { EXAMPLE_TARGET } from '../package-files.js';
export async function writeProfile(out, io) {
    const written = await write(out, io);
    if (!written.ok)
        complain(io, written.complaints);
    return written.ok ? EXIT.passed : EXIT.usage;
}
async function write(out, io) {
    const text = readText(EXAMPLE_TARGET);
    assert(text.ok, 'the program has lost its example of a target profile');
    if (out === '-') {
        io.out.document(text.value, 'yaml');
        return { ok: true, value: undefined };
    }
    try {
        await writeNewText(resolve(io.cwd, out), safeText(text.value, 'yaml', io.secrets));
    }
    catch (error) {
        const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        if (exists)
            return refuse(`${out} is already there`, 'Take another name with --out FILE.');
        if (!(error instanceof Error))
            throw error;
        return refuse(`${out} cannot be written: ${systemWords(error)}`);
    }
    io.out.write(`wrote ${out}: fill it in, then conform run --target ${out}\n`);
    return { ok: true, value: undefined };
}
