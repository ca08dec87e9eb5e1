// Fleets and dialects for those who start many simulators, one for each test: the same text is read once. What is
// read is never changed, so simulators can share it.
import { resolve } from 'node:path';
import type { Dialect } from '../dialect/dialect.js';
import type { Result } from '../document/diagnostic.js';
import { dialectPath, loadDialect } from '../cli/load/dialect.js';
import { loadFleet } from '../cli/load/fleet.js';
import { readText } from '../cli/files.js';
import { DEFAULT_FLEET } from '../cli/package-files.js';
import type { FleetSpec } from '../simulator/fleet/fleet-spec.js';

/** Different texts that are kept; a test run has a handful. */
const MOST_KEPT = 16;

const fleets = new Map<string, FleetSpec>();
const dialects = new Map<string, Dialect>();

/** @param name a path; the fleet that comes with the program when undefined. */
export function fleetOnce(name: string | undefined, cwd: string): Result<FleetSpec> {
  const path = name === undefined ? DEFAULT_FLEET : resolve(cwd, name);
  return once(fleets, path, () => {
    const loaded = loadFleet(name, cwd);
    return loaded.ok ? { ok: true, value: loaded.value.spec } : loaded;
  });
}

/** @param name the name of a dialect that comes with the program, or a path. */
export function dialectOnce(name: string, cwd: string): Result<Dialect> {
  return once(dialects, dialectPath(name) ?? resolve(cwd, name), () => loadDialect(name, cwd));
}

function once<T>(kept: Map<string, T>, path: string, read: () => Result<T>): Result<T> {
  const text = readText(path);
  const key = `${path}\n${text.ok ? text.value : ''}`;
  const known = kept.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const made = read();
  // A fleet that names other files (recorded signals) can change without its own text.
  if (!made.ok || !text.ok || kept.size >= MOST_KEPT || /\bfile\s*:/.test(text.value)) return made;
  kept.set(key, made.value);
  return made;
}
