// Reads a dialect: one that comes with the program, by its name, or a file.
import { resolve } from 'node:path';
import { parseDialect } from '../../dialect/parse-dialect.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { refuse } from '../../document/complaint.js';
import { readText, shownPath } from '../files.js';
import { NAMED_DIALECTS, namedDialect } from '../package-files.js';
/** @param folder from which a path starts; the current folder when it is not given. */
export function loadDialect(name, cwd, folder = cwd) {
    const known = NAMED_DIALECTS.find((each) => each === name);
    const path = known === undefined ? resolve(folder, name) : namedDialect(known);
    const text = readText(path);
    if (!text.ok)
        return refuse(text.message, `${didYouMean(name, NAMED_DIALECTS) ?? ''} All others are files; conform list dialects shows what there is.`.trim());
    const parsed = parseDialect(text.value, shownPath(path, cwd));
    if (parsed.ok)
        return { ok: true, value: parsed.dialect };
    return { ok: false, complaints: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}
