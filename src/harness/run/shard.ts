// A part of a plan, so that several machines can share it: each check is in one shard, whatever order the checks come
// in, and the shards take about the same time.
import type { ShareOf } from '../property/program-share.js';
import { certainWaits } from './waits.js';
import type { Plan, PlannedCheck, SkippedCheck } from './plan.js';

/** The checks of one shard, in the order of the plan. */
export function shardOf({ checks, skipped }: Plan, share: ShareOf): Plan {
  const loads = Array.from({ length: share.count }, () => 0);
  const mine = new Set<PlannedCheck | SkippedCheck>();
  for (const group of groupsOf(checks)) {
    const own = loads.map(() => 0);
    for (const { check, time } of group) {
      const at = leastLoaded(own, loads);
      own[at] = (own[at] ?? 0) + time;
      loads[at] = (loads[at] ?? 0) + time;
      if (at === share.index - 1) mine.add(check);
    }
  }
  for (const [at, check] of skipped.toSorted(byIdentity).entries())
    if (at % share.count === share.index - 1) mine.add(check);
  return {
    checks: checks.filter((check) => mine.has(check)),
    skipped: skipped.filter((check) => mine.has(check)),
  };
}

interface Timed {
  readonly check: PlannedCheck;
  readonly time: number;
}

/** What cannot run side by side takes most of the time, so each kind of that is divided by itself. */
function groupsOf(checks: readonly PlannedCheck[]): readonly (readonly Timed[])[] {
  const timed = checks
    .map((check): Timed => ({ check, time: 1 + certainWaits(check.case).span }))
    .toSorted((a, b) => b.time - a.time || byIdentity(a.check, b.check));
  const kindOf = ({ check }: Timed): number => {
    const { exclusive, management } = check.case.needs;
    return exclusive ? 0 : management ? 1 : 2;
  };
  return [0, 1, 2].map((kind) => timed.filter((each) => kindOf(each) === kind));
}

/** Of its kind first, then of all. */
function leastLoaded(own: readonly number[], all: readonly number[]): number {
  return own.reduce((least, load, at) => {
    const difference = load - (own[least] ?? 0) || (all[at] ?? 0) - (all[least] ?? 0);
    return difference < 0 ? at : least;
  }, 0);
}

type Identified = Pick<PlannedCheck, 'id' | 'place' | 'title'>;

/** Rows of a matrix may have the same id. */
function byIdentity(a: Identified, b: Identified): number {
  const [one, other] = [identityOf(a), identityOf(b)];
  return one < other ? -1 : Number(one > other);
}

function identityOf({ id, place, title }: Identified): string {
  return [id, place.file, String(place.line).padStart(6, '0'), title].join('\n');
}
