// Reads a fleet file, and the CSV files that it refers to.
import { resolve } from 'node:path';
import { parseFleet } from '../../simulator/fleet/parse-fleet.js';
import { accepted, type Accepted } from '../../document/diagnostic.js';
import { namedFrom, shownPath } from '../files.js';
import { loadYaml } from './yaml-file.js';
import { DEFAULT_FLEET } from '../package-files.js';

export type LoadedFleet = Accepted<typeof loadFleet>;

/** @param name a path; the fleet that comes with the program when undefined. */
export function loadFleet(name: string | undefined, cwd: string) {
  const path = name === undefined ? DEFAULT_FLEET : resolve(cwd, name);
  const fleet = loadYaml(path, cwd, (text, file) => parseFleet(text, file, namedFrom(path)));
  if (!fleet.ok) return fleet;
  const shown = name === undefined ? 'the demo fleet' : shownPath(path, cwd);
  return accepted({
    spec: fleet.value,
    /** How a person calls the file. */
    name: shown,
    /** The fleet that comes with the program: its secrets are public. */
    isDemo: path === DEFAULT_FLEET,
  });
}
