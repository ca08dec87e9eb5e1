// What to run: the scenarios that the command line names, by id, glob, file or folder.
import { accepted, allOf, type Result, type Accepted } from '../../document/diagnostic.js';
import { PROPERTIES, type Property } from '../../harness/property/results.js';
import { select } from '../../harness/run/select.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { matches } from '../../pattern/glob.js';
import { shownPath } from '../files.js';
import { bundledScenarios, loadScenarios, sortNames } from '../load/scenarios.js';
import { isBundled } from '../package-files.js';
import { ruleSetOf } from './run-options.js';

export type Chosen = Accepted<typeof choose>;

export interface SelectOptions {
  readonly revision?: string;
  readonly rule?: readonly string[];
  readonly replay?: number;
  readonly soak?: number;
}

export function choose(names: readonly string[], options: SelectOptions, cwd: string) {
  const properties = chooseProperties(names, options);
  const others = names.filter((name) => !properties.named.has(name));
  const onlyPrograms = (names.length > 0 && others.length === 0) || programsOnly(options);
  const named = sortNames(others, cwd);
  if (!named.ok) return named;
  const { files, ids } = named.value;
  // Nothing but files is named: what comes with the program has no part in it.
  const without = onlyPrograms || (files.length > 0 && ids.length === 0);
  const bundled = without ? NONE : bundledScenarios(cwd, (id) => couldMean(ids, id));
  const read = allOf({ own: loadScenarios(files, cwd), bundled });
  if (!read.ok) return read;
  const { own } = read.value;
  const ownIds = new Set(own.map(({ id }) => id));
  const rest = read.value.bundled.filter(({ id }) => !ownIds.has(id));
  const selecting = select(
    [...own, ...rest],
    {
      ...(others.length === 0 ? {} : { only: [...ids, ...idsOfFiles(own, ids)] }),
      ...(options.rule === undefined || onlyPrograms ? {} : { rules: options.rule }),
      ...ruleSetOf(options),
    },
    PROPERTIES.map(({ id }) => id),
  );
  // Programs alone need no scenario.
  const programsDo = own.length + rest.length === 0 && properties.chosen.length > 0;
  return accepted({
    cases: selecting.cases,
    /** Names that cannot be what was meant. */
    problems: programsDo ? [] : selecting.problems,
    /** What random programs are to show. */
    properties: properties.chosen,
    /** Files that do not come with the program, as people write them. */
    ownFiles: files.filter((path) => !isBundled(path)).map((path) => shownPath(path, cwd)),
  });
}

const NONE: Result<Scenario[]> = accepted([]);

/** Whether a name means the scenario, or a case of it. */
function couldMean(ids: readonly string[], id: string): boolean {
  return ids.length === 0 || ids.some((each) => matches(each.replace(/:.*/, ''), id));
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
