// A part of a plan, so that several machines can share it: each check is in one shard, whatever order the checks come
// in, and the shards take about the same time.
import type { ShareOf } from '../property/program-share.js';
import { certainWaits } from './waits.js';
import type { Plan, PlannedCheck } from './plan.js';

/** The checks of one shard, in the order of the plan. */
export function shardOf({ checks, skipped }: Plan, { index, count }: ShareOf): Plan {
  const loads = Array.from({ length: count }, () => 0);
  const mine = new Set<PlannedCheck>();
  // What cannot run side by side takes most of the time: it is divided first, and of each kind the longest.
  const timed = checks
    .map((check) => ({ check, kind: kindOf(check.case.needs), time: 1 + certainWaits(check.case).span }))
    .toSorted((a, b) => a.kind - b.kind || b.time - a.time || byIdentity(a.check, b.check));
  for (const { check, time } of timed) {
    const at = loads.indexOf(Math.min(...loads));
    loads[at] = (loads[at] ?? 0) + time;
    if (at === index - 1) mine.add(check);
  }
  const left = new Set(skipped.toSorted(byIdentity).filter((_, at) => at % count === index - 1));
  return {
    checks: checks.filter((check) => mine.has(check)),
    skipped: skipped.filter((check) => left.has(check)),
  };
}

const kindOf = ({ exclusive, management }: PlannedCheck['case']['needs']): number =>
  exclusive ? 0 : management ? 1 : 2;

type Identified = Pick<PlannedCheck, 'id' | 'place' | 'title'>;

/** Rows of a matrix may have the same id. */
function byIdentity(a: Identified, b: Identified): number {
  const [one, other] = [identityOf(a), identityOf(b)];
  return one < other ? -1 : Number(one > other);
}

function identityOf({ id, place, title }: Identified): string {
  return [id, place.file, String(place.line).padStart(6, '0'), title].join('\n');
}
