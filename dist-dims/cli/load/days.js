// Reads the days of an audit: a folder of files, each with what it stages.
import { parseDay } from '../../audit/days/parse-day.js';
import { refuse } from '../../document/complaint.js';
import { stageDay } from '../../lab/days/stage-day.js';
import { readText, shownPath, yamlFilesBelow } from '../files.js';
export function loadDays(folder, fleet, cwd) {
    const files = yamlFilesBelow(folder);
    if (!files.ok)
        return refuse(files.message);
    const read = files.value.map((path) => loadDay(path, fleet, cwd));
    const complaints = read.flatMap((each) => (each.ok ? [] : each.complaints));
    if (complaints.length > 0)
        return { ok: false, complaints };
    return { ok: true, value: read.flatMap((each) => (each.ok ? [each.value] : [])) };
}
function loadDay(path, fleet, cwd) {
    const text = readText(path);
    if (!text.ok)
        return refuse(text.message);
    const shown = shownPath(path, cwd);
    const day = parseDay(text.value, shown);
    if (!day.ok)
        return { ok: false, complaints: [{ kind: 'file', problems: day.problems, source: text.value }] };
    const staged = stageDay(day.value, fleet);
    if (staged.ok)
        return staged;
    return {
        ok: false,
        complaints: staged.problems.map(({ message }) => ({
            kind: 'words',
            message: `${shown}  ${message}`,
        })),
    };
}
