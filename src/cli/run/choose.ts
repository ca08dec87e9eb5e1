// What to run: the scenarios that the command line names, by id, glob, file or folder.
import { resolve } from 'node:path';
import { allOf, type Result } from '../../document/diagnostic.js';
import { PROPERTIES, type Property } from '../../harness/property/results.js';
import { select, type Selected, type SelectionProblem } from '../../harness/run/select.js';
import type { Scenario, ScenarioHead } from '../../harness/scenario/scenario.js';
import { matches } from '../../pattern/glob.js';
import { shownPath } from '../files.js';
import { bundledHeads } from '../load/scenario-heads.js';
import { loadScenarios, sortNames } from '../load/scenarios.js';
import { isBundled } from '../package-files.js';
import { ruleSetOf } from './run-options.js';

export interface Chosen {
  /** Cases of scenarios that have been read whole. */
  readonly cases: readonly Selected<Scenario>[];
  /** Names that cannot be what was meant. */
  readonly problems: readonly SelectionProblem[];
  /** What random programs are to show. */
  readonly properties: readonly Property[];
  /** Files that do not come with the program, as people write them. */
  readonly ownFiles: readonly string[];
}

export interface SelectOptions {
  readonly revision?: string;
  readonly rule?: readonly string[];
  readonly replay?: number;
  readonly soak?: number;
}

/** Reads whole what the command line names as files, and of what comes with the program only what is chosen. */
export async function choose(
  names: readonly string[],
  options: SelectOptions,
  cwd: string,
): Promise<Result<Chosen>> {
  const properties = chooseProperties(names, options);
  const others = names.filter((name) => !properties.named.has(name));
  const onlyPrograms = (names.length > 0 && others.length === 0) || programsOnly(options);
  const named = sortNames(others, cwd);
  if (!named.ok) return named;
  const { files, ids } = named.value;
  // Nothing but files is named: what comes with the program has no part in it.
  const without = onlyPrograms || (files.length > 0 && ids.length === 0);
  const bundled = without ? NONE : await bundledHeads(cwd, (id) => couldMean(ids, id));
  const read = allOf({ own: loadScenarios(files, cwd), bundled });
  if (!read.ok) return read;
  const { own } = read.value;
  const ownIds = new Set(own.map(({ id }) => id));
  const heads = read.value.bundled.filter(({ id }) => !ownIds.has(id));
  const selecting = select(
    [...own, ...heads],
    {
      ...(others.length === 0 ? {} : { only: [...ids, ...idsOfFiles(own, ids)] }),
      ...(options.rule === undefined || onlyPrograms ? {} : { rules: options.rule }),
      ...ruleSetOf(options),
    },
    PROPERTIES.map(({ id }) => id),
  );
  const whole = readWhole(selecting.cases, own, cwd);
  if (!whole.ok) return whole;
  // Programs alone need no scenario.
  const programsDo = own.length + heads.length === 0 && properties.chosen.length > 0;
  return {
    ok: true,
    value: {
      cases: whole.value,
      problems: programsDo ? [] : selecting.problems,
      properties: properties.chosen,
      ownFiles: files.filter((path) => !isBundled(path)).map((path) => shownPath(path, cwd)),
    },
  };
}

const NONE: Result<ScenarioHead[]> = { ok: true, value: [] };

/** Whether a name means the scenario, or a case of it. */
function couldMean(ids: readonly string[], id: string): boolean {
  return ids.length === 0 || ids.some((each) => matches(each.replace(/:.*/, ''), id));
}

/** The same cases, in the same order, of scenarios that have been read whole. */
function readWhole(
  cases: readonly Selected<ScenarioHead>[],
  own: readonly Scenario[],
  cwd: string,
): Result<Selected<Scenario>[]> {
  const wholeOnes = new Map<ScenarioHead, Scenario>(own.map((each) => [each, each]));
  const heads = [...new Set(cases.map(({ scenario }) => scenario))].filter((head) => !wholeOnes.has(head));
  const loaded = loadScenarios(
    heads.map(({ place }) => resolve(cwd, place.file)),
    cwd,
  );
  if (!loaded.ok) return loaded;
  for (const [at, scenario] of loaded.value.entries()) {
    const head = heads[at];
    if (head) wholeOnes.set(head, scenario);
  }
  const value = cases.flatMap(({ scenario: head, case: each }): Selected<Scenario>[] => {
    const scenario = wholeOnes.get(head);
    // Not by its id: two rows of a matrix may have the same.
    const found = scenario?.cases[head.cases.indexOf(each)];
    return scenario && found ? [{ scenario, case: found }] : [];
  });
  return { ok: true, value };
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
