// What `conform validate` does: checks files and folders of them, and says what is wrong.
import { resolve } from 'node:path';
import type { Diagnostic } from '../../document/diagnostic.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT } from '../exit-codes.js';
import { pathKind, shownPath, yamlFilesBelow } from '../files.js';
import type { Io } from '../io.js';
import { checkFile, type FileCheckOptions } from './check-file.js';

export async function validateFiles(
  names: readonly string[],
  io: Io,
  options: FileCheckOptions,
): Promise<0 | 2> {
  const diagnostics: Diagnostic[] = [];
  let checked = 0;
  for (const name of names) {
    const path = resolve(io.cwd, name);
    const below = pathKind(path) === 'folder' ? yamlFilesBelow(path) : { ok: true as const, value: [path] };
    const files = below.ok ? below.value : [];
    if (!below.ok) diagnostics.push({ kind: 'words', message: below.message });
    else if (files.length === 0)
      diagnostics.push({ kind: 'words', message: `there is no YAML file in ${name}` });
    for (const file of files) {
      checked += 1;
      const { kind, diagnostics: found } = await checkFile(file, io, options);
      diagnostics.push(...found);
      if (found.length === 0)
        io.out.write(`${shownPath(file, io.cwd)}  ${io.out.paint.good('valid')} ${kind}\n`);
    }
  }
  printDiagnostics(io, diagnostics);
  return diagnostics.length > 0 || checked === 0 ? EXIT.usage : EXIT.passed;
}
