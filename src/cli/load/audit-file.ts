// Reads the file of an audit.
import { dirname, resolve } from 'node:path';
import { type AuditFile, parseAuditFile } from '../../audit/config/audit-file.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { readText, shownPath } from '../files.js';

export interface LoadedAudit {
  readonly file: AuditFile;
  /** From which the paths in it start. */
  readonly folder: string;
}

export function loadAuditFile(name: string, cwd: string): Result<LoadedAudit> {
  const path = resolve(cwd, name);
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message, 'conform init audit writes such a file.');
  const parsed = parseAuditFile(text.value, shownPath(path, cwd));
  if (parsed.ok) return { ok: true, value: { file: parsed.value, folder: dirname(path) } };
  return { ok: false, diagnostics: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}
