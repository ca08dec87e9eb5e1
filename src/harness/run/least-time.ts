// The least time that a plan can take on a profile: by the waits that its checks cannot do without, and by what
// only one check at a time may use. Nothing is assumed of the speed of the target.
import type { LeastTime } from '../verdict/verdict.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { PlannedCheck } from './plan.js';
import { certainWaits, type MandatedWaits } from './mandated-waits.js';

export interface LeastTimeOptions {
  /** The profile's ceiling. */
  readonly requestsPerSecond?: number;
  /** All devices were refreshed right before, so that their budgets are used up when the first check starts. */
  readonly looked?: boolean;
}

interface Demanding extends MandatedWaits {
  readonly check: PlannedCheck;
}

export function leastTime(checks: readonly PlannedCheck[], options: LeastTimeOptions = {}): LeastTime {
  const all = checks.map((check): Demanding => ({ check, ...certainWaits(check.case) }));
  const apart = all.filter(({ check }) => check.case.needs.exclusive);
  const beside = all.filter(({ check }) => !check.case.needs.exclusive);
  const alone = sum(apart.map(({ span }) => span));
  const candidates = [
    longest(beside),
    managed(beside),
    ...devices(beside, options.looked ?? false),
    ...ceiling(all, options.requestsPerSecond),
  ];
  const { time, because } = candidates.reduce((most, each) => (each.time > most.time ? each : most));
  const but = alone > 0 ? `${because}, and checks that run alone` : because;
  return { time: time + alone, because: but };
}

function longest(all: readonly Demanding[]): LeastTime {
  const [most] = all.toSorted((a, b) => b.span - a.span);
  return { time: most?.span ?? 0, because: most ? `the waits of ${most.check.id}` : 'nothing' };
}

function managed(all: readonly Demanding[]): LeastTime {
  const spans = all.filter(({ check }) => check.case.needs.management).map(({ span }) => span);
  return { time: sum(spans), because: 'the checks that add and remove a device, one after the other' };
}

/** For each set of devices that checks must share: they are held while a check runs, and rest between refreshes. */
function devices(all: readonly Demanding[], looked: boolean): readonly LeastTime[] {
  const uses = all.flatMap(({ check, span, refreshes }) =>
    Object.entries(check.devices).map(([name, names]) => ({ names, span, refresh: refreshes[name] })),
  );
  const sets = new Map(uses.map(({ names }) => [names.toSorted().join(' '), names]));
  return [...sets.values()].flatMap((set): LeastTime[] => {
    const within = uses.filter(({ names }) => names.every((name) => set.includes(name)));
    const count = set.length;
    const held = sum(within.map(({ span }) => span)) / count;
    // What refreshes nothing fits between two refreshes, as far as it is no longer than the time between them.
    const gaps = within.map(({ span: each, refresh }) =>
      refresh
        ? refresh.last - refresh.first + REFRESH_MIN_INTERVAL
        : Math.max(0, each - REFRESH_MIN_INTERVAL),
    );
    // The last refresh of each device needs no rest after it, unless one came before the first.
    const rested = sum(gaps) / count - (looked ? 0 : REFRESH_MIN_INTERVAL);
    const on = count === 1 ? `device ${set[0]}` : `${count} devices`;
    return [
      { time: held, because: `checks that wait on ${on}` },
      { time: rested, because: `the time between refreshes of ${on}` },
    ];
  });
}

function ceiling(all: readonly Demanding[], requestsPerSecond: number | undefined): readonly LeastTime[] {
  if (requestsPerSecond === undefined) return [];
  const requests = sum(all.map((each) => each.requests));
  return [{ time: (requests / requestsPerSecond) * 1000, because: `${requestsPerSecond} requests a second` }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
