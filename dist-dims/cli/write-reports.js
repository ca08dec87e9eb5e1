// Writes reports. One that cannot be written does not keep the others from being written.
import { basename, resolve } from 'node:path';
import { safeText } from '../output/writer.js';
import { appendText, keepText, unwritable, writeText } from './files.js';
import { parseReportRequests } from './report-requests.js';
/** The reports that are asked for; refused before anything is done for them when one cannot be written. */
export function reportRequests(texts, kinds, { cwd }) {
    const parsed = parseReportRequests(texts, kinds);
    if (!parsed.ok)
        return parsed;
    const complaints = parsed.value.flatMap(({ kind, path }) => {
        const message = path === '-' ? undefined : unwritable(resolve(cwd, path));
        if (message === undefined)
            return [];
        const hint = 'Nothing has been done yet: make the folder, or take another path.';
        return [{ kind: 'words', message: `the ${kind} report: ${message}`, hint }];
    });
    return complaints.length > 0 ? { ok: false, complaints } : parsed;
}
/** What could not be written, and why. */
export async function writeReports(requests, { formats, seen, forPeople }, io) {
    const complaints = [];
    const onStdout = requests.find(({ path }) => path === '-');
    if (onStdout) {
        const { render, syntax, readers } = formats[onStdout.kind];
        io.out.document(render(...seen(readers)), syntax);
    }
    else
        io.out.write(forPeople());
    for (const { kind, path } of requests) {
        const { file, render, announce, syntax, readers } = formats[kind];
        if (announce)
            io.out.commands(announce(...seen(readers)));
        if (path === '-')
            continue;
        const write = file === 'continued' ? appendText : writeText;
        const text = safeText(render(...seen(readers)), syntax, io.secrets);
        const message = await write(resolve(io.cwd, path), text);
        if (message === undefined)
            continue;
        const kept = await keepText(basename(path), text);
        const hint = kept.ok ? `It is kept as ${kept.value} instead.` : `It is lost: ${kept.message}.`;
        complaints.push({ kind: 'words', message: `the ${kind} report: ${message}`, hint });
    }
    return complaints;
}
