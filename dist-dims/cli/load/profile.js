// Reads a target profile, and the files that it refers to.
import { dirname, resolve } from 'node:path';
import { refuse } from '../../document/complaint.js';
import { parseProfile } from '../../harness/profile/parse-profile.js';
import { readNamed, readText, shownPath } from '../files.js';
export function loadProfile(name, io) {
    const path = resolve(io.cwd, name);
    const text = readText(path);
    if (!text.ok) {
        return refuse(text.message, 'A target is a profile file, or an address such as http://127.0.0.1:7070');
    }
    const parsed = parseProfile(text.value, shownPath(path, io.cwd), {
        environment: io.env,
        folder: dirname(path),
        readFile: (file) => textOf(resolve(dirname(path), file)),
    });
    if (parsed.ok)
        return parsed;
    return { ok: false, complaints: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}
function textOf(path) {
    const text = readNamed(path);
    return text.ok ? text.value : undefined;
}
