// Reads days of an audit, each with what it stages: one file, or all files of a folder.
import { parseDay } from '../../audit/days/parse-day.js';
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { type StagedDay, stageDay } from '../../lab/days/stage-day.js';
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
