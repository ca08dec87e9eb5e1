// Reads days of an audit, each with what it stages: one file, or all files of a folder.
import { dirname, resolve } from 'node:path';
import { parseAuditFile } from '../../audit/config/audit-file.js';
import { parseDay } from '../../audit/days/day.js';
import { accepted, listOf, refuseInput, type Result, type Accepted } from '../../document/diagnostic.js';
import { stageDay, type StagedDay } from '../../lab/days/stage-day.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { pathKind, shownPath, yamlFilesBelow } from '../files.js';
import { loadYaml } from './yaml-file.js';

export function loadDays(path: string, fleet: FleetSpec, cwd: string): Result<readonly StagedDay[]> {
  const files = pathKind(path) === 'folder' ? yamlFilesBelow(path) : accepted([path]);
  if (!files.ok) return refuseInput(files.message);
  return listOf(files.value.map((file) => loadDay(file, fleet, cwd)));
}

function loadDay(path: string, fleet: FleetSpec, cwd: string): Result<StagedDay> {
  const day = loadYaml(path, cwd, parseDay);
  if (!day.ok) return day;
  const staged = stageDay(day.value, fleet);
  return staged.ok ? staged : refuseInput(`${shownPath(path, cwd)}  ${staged.message}`);
}

// Reads the file of an audit.

export type LoadedAudit = Accepted<typeof loadAuditFile>;

/** With the folder from which the paths in it start. */
export function loadAuditFile(name: string, cwd: string) {
  const path = resolve(cwd, name);
  const file = loadYaml(path, cwd, parseAuditFile, 'conform init audit writes such a file.');
  return file.ok ? accepted({ file: file.value, folder: dirname(path) }) : file;
}
