// Reads a fleet file, and the CSV files that it refers to.
import { dirname, resolve } from 'node:path';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { parseFleet } from '../../simulator/fleet/parse-fleet.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { readNamed, readText, shownPath } from '../files.js';
import { DEFAULT_FLEET } from '../package-files.js';

export interface LoadedFleet {
  readonly spec: FleetSpec;
  /** How a person calls the file. */
  readonly name: string;
  /** The fleet that comes with the program: its secrets are public. */
  readonly isDemo: boolean;
}

/** @param name a path; the fleet that comes with the program when undefined. */
export function loadFleet(name: string | undefined, cwd: string): Result<LoadedFleet> {
  const path = name === undefined ? DEFAULT_FLEET : resolve(cwd, name);
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message);
  const parsed = parseFleet(text.value, shownPath(path, cwd), (file) => {
    const csv = readNamed(resolve(dirname(path), file));
    return csv.ok ? csv.value : undefined;
  });
  if (!parsed.ok)
    return { ok: false, diagnostics: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
  const shown = name === undefined ? 'the demo fleet' : shownPath(path, cwd);
  return { ok: true, value: { spec: parsed.value, name: shown, isDemo: path === DEFAULT_FLEET } };
}
