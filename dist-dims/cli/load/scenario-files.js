// Where scenarios are: the files that come with the program, and those that the command line names.
import { resolve } from 'node:path';
import { isYaml, kindOf, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS, isDay } from '../package-files.js';
/** A fragment is no scenario: others include it. */
const FRAGMENT = /(^|\/)_[^/]*$/;
export function bundledFiles() {
    const found = scenarioFilesBelow(BUNDLED_SCENARIOS);
    return found.ok ? found.value : [];
}
function scenarioFilesBelow(folder) {
    const found = yamlFilesBelow(folder);
    const isScenario = (path) => !FRAGMENT.test(path) && !isDay(path);
    return found.ok ? { ok: true, value: found.value.filter(isScenario) } : found;
}
export function sortNames(names, cwd) {
    const files = [];
    const ids = [];
    const complaints = [];
    for (const name of names) {
        const path = resolve(cwd, name);
        const kind = kindOf(path);
        if (isYaml(name)) {
            if (kind === 'file')
                files.push(path);
            else
                complaints.push({ kind: 'words', message: `there is no file ${name}` });
            continue;
        }
        const below = kind === 'folder' ? scenarioFilesBelow(path) : { ok: true, value: [] };
        if (!below.ok)
            complaints.push({ kind: 'words', message: below.message });
        else if (below.value.length > 0)
            files.push(...below.value);
        else
            ids.push(name);
    }
    return complaints.length > 0 ? { ok: false, complaints } : { ok: true, value: { files, ids } };
}
