// What `conform mcp` does: tools over the streams of the process, until the input ends or a signal comes.
import { basename, resolve } from 'node:path';
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { loadProfile } from '../load/profile.js';
import { packageVersion } from '../package-files.js';
import { printDiagnostics } from '../print-diagnostics.js';
import type { AllowedTarget } from '../../mcp/tool-context.js';

export interface McpOptions {
  readonly target: readonly string[];
  readonly allowChanges?: boolean;
}

export async function serveTools({ target, allowChanges = false }: McpOptions, io: Io): Promise<ExitCode> {
  const targets = allowedTargets(target, io);
  if (!targets.ok) {
    printDiagnostics(io, targets.diagnostics);
    return EXIT.usage;
  }
  const { serveOverStdio } = await import('./serve-over-stdio.js');
  await serveOverStdio({ io, targets: targets.value, allowChanges }, packageVersion());
  return EXIT.passed;
}

/** What simulators are called. */
const RESERVED = /^simulator(-\d+)?$/;

/** Each profile by its name; what is wrong with one is told now, and not to an agent later. */
function allowedTargets(files: readonly string[], io: Io): Result<AllowedTarget[]> {
  const targets: AllowedTarget[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const loaded = loadProfile(file, io);
    if (!loaded.ok) {
      diagnostics.push(...loaded.diagnostics);
      continue;
    }
    const name = basename(file).replace(/\.ya?ml$/i, '');
    if (RESERVED.test(name) || targets.some((each) => each.name === name))
      diagnostics.push({
        kind: 'words',
        message: `${file}: the name ${name} is taken`,
        hint: 'Give the file another name.',
      });
    targets.push({ name, path: resolve(io.cwd, file) });
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: targets };
}
