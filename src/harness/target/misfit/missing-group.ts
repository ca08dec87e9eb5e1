// A group of the state of a device that is missing, where nothing in the reply could be that group under another name:
// then it is not the dialect that has the wrong word (devices.refresh-covers-all).
import { isObject } from '../../../kernel/json.js';
import type { Dialect, Mismatch } from '../../../dialect/dialect.js';

/** How a dialect writes the groups of the state of a device. */
export interface StateGroups {
  /** Where it names them: what is missing in an empty object. */
  readonly places: ReadonlySet<string>;
  /** Names on the wire that it knows in the state of a device. */
  readonly names: ReadonlySet<string>;
}

export const NO_GROUPS: StateGroups = { places: new Set(), names: new Set() };

export function stateGroupsOf({ shapes, namesOf }: Pick<Dialect, 'shapes' | 'namesOf'>): StateGroups {
  const decoded = shapes.peripherals.decode({}, '');
  return {
    places: new Set(decoded.ok ? [] : decoded.mismatches.map(({ declaredAt }) => declaredAt)),
    names: new Set(namesOf('peripherals')),
  };
}

/**
 * All that does not fit are groups that are missing beside others, and no other content of their kind stands beside
 * them.
 * @param mismatches of one reply. @param data its `data`, as it came.
 */
export function lacksGroup(groups: StateGroups, mismatches: readonly Mismatch[], data: unknown): boolean {
  const needed = mismatches.filter(({ optional }) => !optional);
  return needed.length > 0 && needed.every((each) => isGoneFrom(groups, each, data));
}

function isGoneFrom(
  { places, names }: StateGroups,
  { pointer, actual, declaredAt }: Mismatch,
  data: unknown,
): boolean {
  const path = pointer.split('/').slice(1);
  if (actual !== 'nothing' || !places.has(declaredAt) || path[0] !== 'data') return false;
  const around = path.slice(1, -1).reduce((into, name) => (isObject(into) ? into[name] : undefined), data);
  if (!isObject(around)) return false;
  const [known, unread] = [true, false].map((wanted) =>
    Object.entries(around)
      .filter(([name]) => names.has(name) === wanted)
      .map(([, content]) => kindOf(content)),
  );
  return known !== undefined && known.length > 0 && !unread?.some((kind) => known.includes(kind));
}

/** Lists and objects may stand for one another in a group. */
function kindOf(content: unknown): string {
  return content === null ? 'null' : typeof content;
}
