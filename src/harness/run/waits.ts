// The waits that a check cannot do without: what its scenario lets pass on purpose, what nobody answers on the RS485
// line, and the time between two refreshes of one device (refresh.min-interval); and by these, the least time that a plan
// can take on a profile. Nothing is assumed of the speed of the target.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { isObject } from '../../kernel/json.js';
import type { Estimated } from '../target/leases.js';
import type { ScenarioCase } from '../scenario/scenario.js';
import type { AwaitedMoment, Step } from '../scenario/verbs/verb.js';
import type { LeastTime } from '../verdict/verdict.js';
import type { PlannedCheck } from './plan.js';

export interface MandatedWaits extends Estimated {
  /** Requests that it sends, at least. */
  readonly requests: number;
}

type CaseSteps = Pick<ScenarioCase, 'steps' | 'cleanup'>;

/** Only what the steps ask for in any case: a round of `pollUntil`, one attempt, no interference. */
export function mandatedWaits({ steps, cleanup }: CaseSteps): MandatedWaits {
  const walk: Walk = {
    refreshes: new Map(),
    captures: new Map(),
    spent: new Map(),
    rested: new Set(),
    requests: 0,
  };
  const span = passAll(walk, [...steps, ...cleanup], 0);
  const { refreshes, requests } = walk;
  return { span, refreshes: Object.fromEntries(refreshes), requests };
}

/** Those in any case: from where a check may find that the target is without something, it may be over. */
export function certainWaits({ steps, cleanup }: CaseSteps): MandatedWaits {
  const end = steps.findIndex(({ verb, fields }) => verb.mayEnd?.(fields) ?? false);
  return mandatedWaits({ steps: end < 0 ? steps : steps.slice(0, end), cleanup });
}

/** What is left of a rest where a check begins that needs one to be running, about; in ms. Without one it is all of it. */
const REST_LEFT = 2300;

interface Walk {
  readonly refreshes: Map<string, Estimated['refreshes'][string]>;
  /** When the request of a capture was sent, and the device that it was for. */
  readonly captures: Map<string, { readonly at: number; readonly device: string | undefined }>;
  /** When a device was first asked for a refresh that need not be accepted: its budget is spent then, by whomever. */
  readonly spent: Map<string, number>;
  /** Devices that have rested since their last refresh. */
  readonly rested: Set<string>;
  requests: number;
}

/** When the steps have been done, if they begin at that time. */
function passAll(walk: Walk, steps: readonly Step[], from: number): number {
  return steps.reduce((at, step) => pass(walk, step, at), from);
}

function pass(walk: Walk, step: Step, at: number): number {
  const { verb, fields, children } = step;
  if (verb.nested?.apart) {
    const ends = children.map((child) => pass(walk, child, at + child.at + (child.times - 1) * child.every));
    return Math.max(at, ...ends);
  }
  if (children.length > 0) return passAll(walk, children, at);
  if (verb.requests) walk.requests += step.times;
  const device = verb.requests && verb.device?.(fields);
  const accepted = mustBeAccepted(fields);
  const isOpen = device !== undefined && verb.refreshes && !accepted && fields['expect'] === undefined;
  if (isOpen && !walk.spent.has(device)) walk.spent.set(device, at);
  const sentAt = verb.refreshes && accepted ? refreshed(walk, device, at) : at;
  const captured = verb.captures?.(fields);
  if (captured) walk.captures.set(captured.name, { at: sentAt, device });
  const waits = verb.waits?.(fields) ?? 0;
  if (typeof waits === 'number') return sentAt + waits;
  if ('capture' in waits) return moment(walk, waits, sentAt);
  const restedAt = refreshed(walk, waits.rested, sentAt);
  walk.rested.add(waits.rested);
  return restedAt;
}

/** Refusals that a scenario looks at, and replies that it takes as they come, wait for nothing. */
function mustBeAccepted({ expect, patient, cut }: Step['fields']): boolean {
  if (cut === true) return false;
  if (expect === undefined) return patient !== false;
  const code = isObject(expect) ? expect['code'] : expect;
  const status = isObject(expect) ? expect['status'] : undefined;
  return code === 'SUCCESS' || (code === undefined && (status === undefined || status === 200));
}

function refreshed({ refreshes, rested }: Walk, device: string | undefined, at: number): number {
  if (device === undefined) return at;
  // What waited for the rest has its refresh still before it.
  const known = rested.delete(device) ? undefined : refreshes.get(device);
  const acceptedAt = known ? Math.max(at, known.last + REFRESH_MIN_INTERVAL) : at;
  refreshes.set(device, { first: refreshes.get(device)?.first ?? acceptedAt, last: acceptedAt });
  return acceptedAt;
}

function moment({ captures, refreshes, spent }: Walk, wait: AwaitedMoment, at: number): number {
  const capture = captures.get(wait.capture);
  if (!capture) return at;
  if (wait.duration !== undefined) return Math.max(at, capture.at + wait.duration);
  const device = capture.device ?? '';
  const last = refreshes.get(device)?.last;
  // A refused refresh announces when the budget is there again.
  if (last !== undefined) return Math.max(at, last + REFRESH_MIN_INTERVAL);
  const spentAt = spent.get(device);
  return spentAt === undefined ? at : Math.max(at, spentAt + REST_LEFT);
}

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
