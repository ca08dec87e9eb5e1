// Reads variants, by the names of those that come with the program or as files, one upon the other.
import { basename, dirname, resolve } from 'node:path';
import type { Dialect } from '../../dialect/dialect.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { createStyle } from '../../simulator/styles/registry.js';
import type { Style } from '../../simulator/styles/style.js';
import { parseVariant } from '../../simulator/variants/parse-variant.js';
import type { Variant } from '../../simulator/variants/variant.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { isYaml, readText, shownPath, yamlFilesBelow } from '../files.js';
import { loadDialect } from './dialect.js';
import { BUNDLED_VARIANTS } from '../package-files.js';
import { planNames } from './fault-plan.js';
import { loadFleet } from './fleet.js';

/** A fleet, and all that is different about the service over it. */
export interface Varied {
  readonly fleet: FleetSpec;
  /** What the profile of a target would declare: the devices that there were before. */
  readonly declared: FleetSpec;
  /** Undefined where no variant names one. */
  readonly dialect: Dialect | undefined;
  readonly faults: readonly FaultOrder[];
  /** Fresh ones. */
  readonly styles: () => readonly Style[];
  readonly shared: boolean;
  readonly titles: readonly string[];
}

function variantNames(): string[] {
  const found = yamlFilesBelow(BUNDLED_VARIANTS);
  return found.ok ? found.value.map(nameOf) : [];
}

/** @param names of variants that come with the program, or paths of files. */
export function loadVariants(names: readonly string[], fleet: FleetSpec, cwd: string): Result<Varied> {
  let varied: Varied = {
    fleet,
    declared: fleet,
    dialect: undefined,
    faults: [],
    styles: () => [],
    shared: false,
    titles: [],
  };
  for (const name of names) {
    const path = pathOf(name, cwd);
    if (!path.ok) return path;
    const variant = loadVariant(path.value, varied.fleet, cwd);
    if (!variant.ok) return variant;
    const dialect = dialectOf(variant.value, varied, path.value, cwd);
    if (!dialect.ok) return dialect;
    varied = upon(varied, variant.value, dialect.value);
  }
  return { ok: true, value: varied };
}

export interface BundledVariant {
  readonly name: string;
  readonly title: string;
  readonly why: string;
  /** The dialect that it names. */
  readonly dialect?: string;
}

/** The variants that come with the program. */
export function bundledVariants(cwd: string): Result<BundledVariant[]> {
  const fleet = loadFleet(undefined, cwd);
  if (!fleet.ok) return fleet;
  const value: BundledVariant[] = [];
  for (const name of variantNames()) {
    const variant = loadVariant(resolve(BUNDLED_VARIANTS, `${name}.yaml`), fleet.value.spec, cwd);
    if (!variant.ok) return variant;
    const { title, why, dialect } = variant.value;
    value.push({ name, title, why, ...(dialect === undefined ? {} : { dialect }) });
  }
  return { ok: true, value };
}

/** The dialect of the command line, or that of a variant, or the default one. */
export function dialectFor(name: string | undefined, { dialect }: Varied, cwd: string): Result<Dialect> {
  return name === undefined && dialect ? { ok: true, value: dialect } : loadDialect(name ?? 'default', cwd);
}

function loadVariant(path: string, fleet: FleetSpec, cwd: string): Result<Variant> {
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message);
  const parsed = parseVariant(text.value, shownPath(path, cwd), { fleet, namesOf: planNames });
  if (parsed.ok) return parsed;
  return { ok: false, diagnostics: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}

function upon(before: Varied, variant: Variant, dialect: Dialect | undefined): Varied {
  const { fleet } = variant;
  return {
    fleet,
    declared: { ...fleet, devices: fleet.devices.slice(0, before.declared.devices.length) },
    dialect,
    faults: [...before.faults, ...variant.faults],
    styles: () => [...before.styles(), ...variant.styles.flatMap((id) => createStyle(id) ?? [])],
    shared: before.shared || variant.shared,
    titles: [...before.titles, variant.title],
  };
}

function dialectOf(
  { dialect: name }: Variant,
  before: Varied,
  path: string,
  cwd: string,
): Result<Dialect | undefined> {
  if (name === undefined) return { ok: true, value: before.dialect };
  if (before.dialect !== undefined)
    return refuseInput(`${shownPath(path, cwd)} has a dialect, and a variant before it has one, too`);
  return loadDialect(name, cwd, dirname(path));
}

function pathOf(name: string, cwd: string): Result<string> {
  if (isYaml(name)) return { ok: true, value: resolve(cwd, name) };
  const names = variantNames();
  if (names.includes(name)) return { ok: true, value: resolve(BUNDLED_VARIANTS, `${name}.yaml`) };
  const listed = 'conform list variants shows those with a name; all others are files.';
  return refuseInput(`there is no variant "${name}"`, didYouMean(name, names, listed));
}

function nameOf(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}
