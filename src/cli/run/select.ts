// What to run: the scenarios that the command line names, by id, glob, file or folder.
import type { Selection } from '../../harness/plan.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Outcome } from '../complaints.js';
import { shownPath } from '../files.js';
import { bundledScenarios, loadScenarios, sortNames } from '../load-scenarios.js';
import { isBundled } from '../package-files.js';

export interface Selected {
  readonly scenarios: readonly Scenario[];
  readonly selection: Selection;
  /** Files that do not come with the program, as people write them. */
  readonly ownFiles: readonly string[];
}

export interface SelectOptions {
  readonly rule?: readonly string[];
  readonly actuate: boolean;
}

export function select(names: readonly string[], options: SelectOptions, cwd: string): Outcome<Selected> {
  const named = sortNames(names, cwd);
  if (!named.ok) return named;
  const { files, ids } = named.value;
  const own = loadScenarios(files, cwd);
  // Nothing but files is named: what comes with the program has no part in it.
  const bundled: Outcome<Scenario[]> =
    files.length > 0 && ids.length === 0 ? { ok: true, value: [] } : bundledScenarios(cwd);
  const complaints = [own, bundled].flatMap((each) => (each.ok ? [] : each.complaints));
  if (!own.ok || !bundled.ok) return { ok: false, complaints };
  const ownIds = new Set(own.value.map(({ id }) => id));
  return {
    ok: true,
    value: {
      scenarios: [...own.value, ...bundled.value.filter(({ id }) => !ownIds.has(id))],
      selection: {
        ...(names.length === 0 ? {} : { only: [...ids, ...idsOfFiles(own.value, ids)] }),
        ...(options.rule === undefined ? {} : { rules: options.rule }),
        ...(options.actuate ? {} : { without: ['actuate'] }),
      },
      ownFiles: files.filter((path) => !isBundled(path)).map((path) => shownPath(path, cwd)),
    },
  };
}

/** A file is run as a whole, unless an id picks some of its cases. */
function idsOfFiles(own: readonly Scenario[], ids: readonly string[]): string[] {
  const picked = (id: string): boolean => ids.some((each) => each === id || each.startsWith(`${id}:`));
  return own.map(({ id }) => id).filter((id) => !picked(id));
}
