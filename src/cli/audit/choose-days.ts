// The days that are meant: ids and globs over those that come with the program, files and folders of one's own.
import { resolve } from 'node:path';
import { CALM } from '../../audit/rules/ruling.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { type Diagnostic, refuseInput, type Result, worded } from '../../document/diagnostic.js';
import { closest } from '../../kernel/did-you-mean.js';
import type { StagedDay } from '../../lab/days/stage-day.js';
import { matches } from '../../pattern/glob.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { isYaml, pathKind } from '../files.js';
import { loadDays } from '../load/days.js';
import { BUNDLED_DAYS } from '../package-files.js';

export interface DayChoice {
  /** Only days that exercise one of these; undefined for all. */
  readonly rules: readonly ClientRuleId[] | undefined;
  readonly fleet: FleetSpec;
  /** Where paths start. */
  readonly cwd: string;
  /** The calm day goes with all others, as the control. */
  readonly withCalm: boolean;
}

/** @param names undefined means all that come with the program. */
export function chooseDays(
  names: readonly string[] | undefined,
  { rules, fleet, cwd, withCalm }: DayChoice,
): Result<readonly StagedDay[]> {
  const sorted = sortNames(names ?? ['*'], cwd);
  const own = sorted.paths.map((path) => loadDays(path, fleet, cwd));
  const usesBundled = sorted.ids.length > 0 || withCalm;
  const bundled: Result<readonly StagedDay[]> = usesBundled
    ? loadDays(BUNDLED_DAYS, fleet, cwd)
    : { ok: true, value: [] };
  const ofOwn = own.flatMap((each) => (each.ok ? each.value : []));
  const diagnostics = own.flatMap((each) => (each.ok ? [] : each.diagnostics));
  // Days of the program need the devices of its fleet; who has only days of one's own need not have them.
  if (!bundled.ok && sorted.ids.length > 0) diagnostics.push(...bundled.diagnostics);
  const known = bundled.ok ? bundled.value : [];
  diagnostics.push(...unknownIds(sorted.ids, known), ...repeatedIds(ofOwn));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const ownIds = new Set(ofOwn.map(({ day }) => day.id));
  const chosen = [
    ...ofOwn,
    ...known.filter(({ day: { id } }) => !ownIds.has(id) && sorted.ids.some((name) => matches(name, id))),
  ].filter(({ day }) => rules === undefined || day.exercises.some((rule) => rules.includes(rule)));
  if (chosen.length === 0)
    return refuseInput('no day is chosen', 'None of these days exercises one of these rules.');
  const calm = known.find(({ day: { id } }) => id === CALM);
  const isThere = chosen.some(({ day: { id } }) => id === CALM);
  return { ok: true, value: withCalm && calm && !isThere ? [calm, ...chosen] : calmFirst(chosen) };
}

function calmFirst(days: readonly StagedDay[]): readonly StagedDay[] {
  return days.toSorted((a, b) => Number(b.day.id === CALM) - Number(a.day.id === CALM));
}

interface Sorted {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
}

function sortNames(names: readonly string[], cwd: string): Sorted {
  const isPath = (name: string): boolean => isYaml(name) || pathKind(resolve(cwd, name)) === 'folder';
  return {
    ids: names.filter((name) => !isPath(name)),
    paths: names.filter(isPath).map((name) => resolve(cwd, name)),
  };
}

function unknownIds(names: readonly string[], days: readonly StagedDay[]): Diagnostic[] {
  const ids = days.map(({ day: { id } }) => id);
  return names
    .filter((name) => !ids.some((id) => matches(name, id)))
    .map((name) => {
      const near = closest(name, ids);
      const hint =
        near === undefined ? `Days: ${ids.join(', ')}; others are YAML files.` : `Did you mean "${near}"?`;
      return worded(`there is no day "${name}"`, hint);
    });
}

function repeatedIds(days: readonly StagedDay[]): Diagnostic[] {
  const ids = days.map(({ day: { id } }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map((id) =>
    worded(`two files of days are called "${id}": rename one of them`),
  );
}
