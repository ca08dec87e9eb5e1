// What to run: the scenarios that the command line names, by id, glob, file or folder.
import type { Selection } from '../../harness/run/plan.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { PROPERTIES, type Property } from '../../harness/property/properties.js';
import { matches } from '../../kernel/glob.js';
import type { Result } from '../complaints.js';
import { restrictionOf, type TargetOptions } from './run-options.js';
import { shownPath } from '../files.js';
import { bundledScenarios, loadScenarios, sortNames } from '../load-scenarios.js';
import { isBundled } from '../package-files.js';

export interface Selected {
  readonly scenarios: readonly Scenario[];
  readonly selection: Selection;
  /** What random programs are to show. */
  readonly properties: readonly Property[];
  /** Files that do not come with the program, as people write them. */
  readonly ownFiles: readonly string[];
}

export interface SelectOptions extends Pick<TargetOptions, 'actuate' | 'readOnly'> {
  readonly rule?: readonly string[];
  readonly replay?: number;
  readonly soak?: number;
}

export function select(names: readonly string[], options: SelectOptions, cwd: string): Result<Selected> {
  const properties = chooseProperties(names, options);
  const restriction = restrictionOf(options);
  const others = names.filter((name) => !properties.named.has(name));
  const onlyPrograms = (names.length > 0 && others.length === 0) || programsOnly(options);
  const named = sortNames(others, cwd);
  if (!named.ok) return named;
  const { files, ids } = named.value;
  const own = loadScenarios(files, cwd);
  // Nothing but files is named: what comes with the program has no part in it.
  const bundled: Result<Scenario[]> =
    onlyPrograms || (files.length > 0 && ids.length === 0) ? { ok: true, value: [] } : bundledScenarios(cwd);
  const complaints = [own, bundled].flatMap((each) => (each.ok ? [] : each.complaints));
  if (!own.ok || !bundled.ok) return { ok: false, complaints };
  const ownIds = new Set(own.value.map(({ id }) => id));
  return {
    ok: true,
    value: {
      scenarios: [...own.value, ...bundled.value.filter(({ id }) => !ownIds.has(id))],
      selection: {
        ...(others.length === 0 ? {} : { only: [...ids, ...idsOfFiles(own.value, ids)] }),
        ...(options.rule === undefined || onlyPrograms ? {} : { rules: options.rule }),
        ...(restriction && { restriction }),
      },
      properties: properties.chosen,
      ownFiles: files.filter((path) => !isBundled(path)).map((path) => shownPath(path, cwd)),
    },
  };
}

/** They are asked for by themselves. */
function programsOnly({ replay, soak }: SelectOptions): boolean {
  return replay !== undefined || soak !== undefined;
}

/** All of them, unless names or rules choose; a replay or a soak of nothing in particular is of all. */
function chooseProperties(
  names: readonly string[],
  { rule, ...options }: SelectOptions,
): { readonly chosen: readonly Property[]; readonly named: ReadonlySet<string> } {
  const ofName = (name: string): readonly Property[] => PROPERTIES.filter(({ id }) => matches(name, id));
  const named = new Set(names.filter((name) => name.startsWith('properties/') && ofName(name).length > 0));
  const all = names.length === 0 || (programsOnly(options) && named.size === 0);
  const chosen = all ? PROPERTIES : [...new Set([...named].flatMap(ofName))];
  if (rule === undefined) return { chosen, named };
  return {
    chosen: chosen.filter(({ rules }) => rules.some((id) => rule.some((each) => matches(each, id)))),
    named,
  };
}

/** A file is run as a whole, unless an id picks some of its cases. */
function idsOfFiles(own: readonly Scenario[], ids: readonly string[]): string[] {
  const picked = (id: string): boolean => ids.some((each) => each === id || each.startsWith(`${id}:`));
  return own.map(({ id }) => id).filter((id) => !picked(id));
}
