// What `conform validate` does: checks files and folders of them, and says what is wrong.
import { resolve } from 'node:path';
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { kindOf, shownPath, yamlFilesBelow } from '../files.js';
import { checkFile } from './check-file.js';
export async function validateFiles(names, io, options) {
    const complaints = [];
    let checked = 0;
    for (const name of names) {
        const path = resolve(io.cwd, name);
        const below = kindOf(path) === 'folder' ? yamlFilesBelow(path) : { ok: true, value: [path] };
        const files = below.ok ? below.value : [];
        if (!below.ok)
            complaints.push({ kind: 'words', message: below.message });
        else if (files.length === 0)
            complaints.push({ kind: 'words', message: `there is no YAML file in ${name}` });
        for (const file of files) {
            checked += 1;
            const { kind, complaints: found } = await checkFile(file, io, options);
            complaints.push(...found);
            if (found.length === 0)
                io.out.write(`${shownPath(file, io.cwd)}  ${io.out.paint.good('valid')} ${kind}\n`);
        }
    }
    complain(io, complaints);
    return complaints.length > 0 || checked === 0 ? EXIT.usage : EXIT.passed;
}
