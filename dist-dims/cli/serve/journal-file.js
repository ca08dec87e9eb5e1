// The journal as a file, one JSON record a line, written while the simulator runs.
import { resolve } from 'node:path';
import { refuse } from '../../document/complaint.js';
import { safeText } from '../../output/writer.js';
import { openLines } from '../files.js';
/** What the disk has against the file is said once; the simulator goes on. */
export async function openJournalFile(name, io) {
    const opened = await openLines(resolve(io.cwd, name), (message) => io.err.write(`the journal is no longer written: ${message}\n`));
    if (!opened.ok)
        return refuse(opened.message);
    const { write, close } = opened.value;
    return {
        ok: true,
        value: {
            keep: (journal) => void journal.listen((record) => write(safeText(JSON.stringify(record), 'json', io.secrets))),
            close,
        },
    };
}
