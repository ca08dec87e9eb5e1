// Reads variants, by the names of those that come with the program or as files, one upon the other.
import { rulesAsOf } from '../../contract/rules/as-of.js';
import { basename, dirname, resolve } from 'node:path';
import type { Dialect } from '../../dialect/dialect.js';
import {
  accepted,
  allOf,
  listOf,
  refuseInput,
  type Result,
  type Accepted,
} from '../../document/diagnostic.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { createManualClock } from '../../kernel/manual-clock.js';
import { createRandom } from '../../kernel/random.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import { type FaultPlan, parseFaultPlan } from '../../simulator/faults/plan/parse-fault-plan.js';
import { createFleet, type Fleet } from '../../simulator/fleet/fleet.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { findStyle } from '../../simulator/styles/registry.js';
import type { Style } from '../../simulator/styles/style.js';
import { parseVariant, type Variant } from '../../simulator/variants/parse-variant.js';
import { isYaml, shownPath, yamlFilesBelow } from '../files.js';
import { loadYaml } from './yaml-file.js';
import { BUNDLED_VARIANTS } from '../package-files.js';
import { loadDialect } from './dialect.js';
import { loadFleet } from './fleet.js';

/** A fleet, and all that is different about the service over it. */
interface Varied {
  readonly fleet: FleetSpec;
  /** What the profile of a target would declare: the devices that there were before. */
  readonly declared: FleetSpec;
  /** Undefined where no variant names one. */
  readonly dialect: Dialect | undefined;
  readonly faults: readonly FaultOrder[];
  readonly styles: readonly Style[];
  readonly shared: boolean;
  readonly titles: readonly string[];
}

export type LoadedService = Accepted<typeof loadService>;

interface ServiceNames {
  readonly fleet?: string;
  readonly dialect?: string;
  readonly defect?: readonly string[];
  readonly variant?: readonly string[];
  /** As services were in this revision of the interface. */
  readonly revision?: string;
}

/** A service as the options of `serve` and of `run` without a target name it. */
export async function loadService(names: ServiceNames, cwd: string) {
  const service = serviceOver(names, cwd);
  const defects = await chooseDefects(names.defect ?? []);
  const whole = allOf({ service, defects });
  return whole.ok ? accepted({ ...whole.value.service, defects: whole.value.defects }) : whole;
}

function serviceOver(names: ServiceNames, cwd: string) {
  const fleet = loadFleet(names.fleet, cwd);
  if (!fleet.ok) return fleet;
  const { variants: before = [] } = names.revision === undefined ? {} : (rulesAsOf(names.revision) ?? {});
  const varied = loadVariants([...before, ...(names.variant ?? [])], fleet.value.spec, cwd);
  if (!varied.ok) return varied;
  const dialect = dialectFor(names.dialect, varied.value, cwd);
  if (!dialect.ok) return dialect;
  const { fleet: spec, ...others } = varied.value;
  return accepted({ ...others, fleet: { ...fleet.value, spec }, dialect: dialect.value });
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
    styles: [],
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
  return accepted(varied);
}

/** The variants that come with the program. */
export function bundledVariants(
  cwd: string,
): Result<(Pick<Variant, 'title' | 'why' | 'dialect'> & { readonly name: string })[]> {
  const fleet = loadFleet(undefined, cwd);
  if (!fleet.ok) return fleet;
  const { spec } = fleet.value;
  const paths = variantNames().map((name) => resolve(BUNDLED_VARIANTS, `${name}.yaml`));
  const variants = listOf(paths.map((path) => loadVariant(path, spec, cwd)));
  if (!variants.ok) return variants;
  const value = variants.value.map(({ title, why, dialect }, at) => {
    return { name: nameOf(paths[at] ?? ''), title, why, dialect };
  });
  return accepted(value);
}

/** The dialect of the command line, or that of a variant, or the default one. */
function dialectFor(name: string | undefined, { dialect }: Varied, cwd: string): Result<Dialect> {
  return name === undefined && dialect ? accepted(dialect) : loadDialect(name ?? 'default', cwd);
}

function loadVariant(path: string, fleet: FleetSpec, cwd: string): Result<Variant> {
  return loadYaml(path, cwd, (text, file) => parseVariant(text, file, { fleet, namesOf: planNames }));
}

function upon(before: Varied, variant: Variant, dialect: Dialect | undefined): Varied {
  const { fleet } = variant;
  return {
    fleet,
    declared: { ...fleet, devices: fleet.devices.slice(0, before.declared.devices.length) },
    dialect,
    faults: [...before.faults, ...variant.faults],
    styles: [...before.styles, ...variant.styles.flatMap((id) => findStyle(id) ?? [])],
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
  if (name === undefined) return accepted(before.dialect);
  if (before.dialect !== undefined)
    return refuseInput(`${shownPath(path, cwd)} has a dialect, and a variant before it has one, too`);
  return loadDialect(name, cwd, dirname(path));
}

function pathOf(name: string, cwd: string): Result<string> {
  if (isYaml(name)) return accepted(resolve(cwd, name));
  const names = variantNames();
  if (names.includes(name)) return accepted(resolve(BUNDLED_VARIANTS, `${name}.yaml`));
  const listed = 'conform list variants shows those with a name; all others are files.';
  return refuseInput(`there is no variant "${name}"`, didYouMean(name, names, listed));
}

function nameOf(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}

// Reads a fault plan for a fleet: names that the fleet does not have are mistakes.

export function loadFaultPlan(name: string, fleet: FleetSpec, cwd: string): Result<FaultPlan> {
  return loadYaml(resolve(cwd, name), cwd, (text, file) => parseFaultPlan(text, file, planNames(fleet)));
}

/** A fleet on paper; no device of it is ever made. */
export function planNames(spec: FleetSpec): Pick<Fleet, 'has' | 'count' | 'list' | 'profiles' | 'clients'> {
  return createFleet(spec, { clock: createManualClock(), random: createRandom(0) });
}

// The defects that `--defect` asks for; where it asks for none, none is loaded.

export async function chooseDefects(ids: readonly string[]): Promise<Result<Defect[]>> {
  if (ids.length === 0) return accepted([]);
  const { allDefects } = await import('../../simulator/defects/registry.js');
  const known = allDefects();
  const names = known.map((defect) => defect.id);
  const listed = 'conform list defects shows all of them.';
  const chosen = listOf(
    ids.map((id): Result<Defect> => {
      const defect = known.find((each) => each.id === id);
      const hint = didYouMean(id, names, listed) ?? listed;
      return defect ? accepted(defect) : refuseInput(`there is no defect "${id}"`, hint);
    }),
  );
  return chosen.ok ? accepted(known.filter(({ id }) => ids.includes(id))) : chosen;
}
