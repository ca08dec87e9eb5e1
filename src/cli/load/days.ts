// Reads days of an audit, each with what it stages: one file, or all files of a folder.
import { dirname, resolve } from 'node:path';
import { type AuditFile, parseAuditFile } from '../../audit/config/audit-file.js';
import { parseDay } from '../../audit/days/parse-day.js';
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { stageDay, type StagedDay } from '../../lab/days/stage-day.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { pathKind, readText, shownPath, yamlFilesBelow } from '../files.js';

export function loadDays(path: string, fleet: FleetSpec, cwd: string): Result<readonly StagedDay[]> {
  const files = pathKind(path) === 'folder' ? yamlFilesBelow(path) : { ok: true as const, value: [path] };
  if (!files.ok) return refuseInput(files.message);
  const read = files.value.map((file) => loadDay(file, fleet, cwd));
  const diagnostics = read.flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, value: read.flatMap((each) => (each.ok ? [each.value] : [])) };
}

function loadDay(path: string, fleet: FleetSpec, cwd: string): Result<StagedDay> {
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message);
  const shown = shownPath(path, cwd);
  const day = parseDay(text.value, shown);
  if (!day.ok)
    return { ok: false, diagnostics: [{ kind: 'file', problems: day.problems, source: text.value }] };
  const staged = stageDay(day.value, fleet);
  if (staged.ok) return staged;
  return {
    ok: false,
    diagnostics: staged.problems.map(({ message }): Diagnostic => ({
      kind: 'words',
      message: `${shown}  ${message}`,
    })),
  };
}

// Reads the file of an audit.

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
