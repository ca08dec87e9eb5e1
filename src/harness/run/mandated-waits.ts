// The waits that one check cannot do without: what its scenario lets pass on purpose, what nobody answers on the
// RS485 line, and the time between two refreshes of one device (refresh.min-interval).
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { isObject } from '../../kernel/json.js';
import type { StimulusName } from '../profile/stimuli/catalogue.js';
import type { Estimated, RefreshSpan } from '../target/lessor.js';
import type { ScenarioCase } from '../scenario/scenario.js';
import type { AwaitedMoment, Step } from '../scenario/verbs/verb.js';

/** Of a check, as if every reply came at once. */
export interface MandatedWaits extends Estimated {
  /** Requests that it sends, at least. */
  readonly requests: number;
  /** Devices that it tries to refresh, whether that must be accepted or not. */
  readonly attempts: ReadonlySet<string>;
}

/** Only what the steps ask for in any case: a round of `pollUntil`, one attempt, no interference. */
export function mandatedWaits({ steps, cleanup }: Pick<ScenarioCase, 'steps' | 'cleanup'>): MandatedWaits {
  const walk: Walk = {
    refreshes: new Map(),
    captures: new Map(),
    spent: new Map(),
    attempts: new Set(),
    switches: new Set(),
    requests: 0,
    works: 0,
    outages: 0,
    cuts: false,
  };
  const span = passAll(walk, [...steps, ...cleanup], 0);
  const { refreshes, attempts, switches, requests, works, outages, cuts } = walk;
  return {
    span,
    refreshes: Object.fromEntries(refreshes),
    attempts,
    switches,
    requests,
    works,
    ...(outages > 0 && { outages }),
    ...(cuts && { cuts }),
  };
}

/** Those in any case: from where a check may find that the target is without something, it may be over. */
export function certainWaits({ steps, cleanup }: Pick<ScenarioCase, 'steps' | 'cleanup'>): MandatedWaits {
  const end = steps.findIndex(({ verb, fields }) => verb.mayEnd?.(fields) ?? false);
  return mandatedWaits({ steps: end < 0 ? steps : steps.slice(0, end), cleanup });
}

const OUTAGES: ReadonlySet<string | undefined> = new Set<StimulusName>([
  'cut-power',
  'restore-power',
  'drop-link',
  'restore-link',
]);

/** What is left of a rest where a check begins that needs one to be running, about; in ms. Without one it is all of it. */
const REST_LEFT = 2300;

interface Walk {
  readonly refreshes: Map<string, RefreshSpan>;
  /** When the request of a capture was sent, and the device that it was for. */
  readonly captures: Map<string, { readonly at: number; readonly device: string | undefined }>;
  /** When a device was first asked for a refresh that need not be accepted: its budget is spent then, by whomever. */
  readonly spent: Map<string, number>;
  readonly attempts: Set<string>;
  readonly switches: Set<string>;
  requests: number;
  works: number;
  outages: number;
  cuts: boolean;
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
  if (device !== undefined && verb.switches) walk.switches.add(device);
  if (fields['cut'] === true) walk.cuts = true;
  if (OUTAGES.has(verb.stimulus?.(fields).name)) walk.outages++;
  const accepted = mustBeAccepted(fields);
  if (device !== undefined && verb.refreshes) walk.attempts.add(device);
  if (
    device !== undefined &&
    verb.refreshes &&
    !accepted &&
    fields['expect'] === undefined &&
    !walk.spent.has(device)
  )
    walk.spent.set(device, at);
  const sentAt = verb.refreshes && accepted ? refreshed(walk, device, at) : at;
  if (verb.works && accepted) walk.works += step.times;
  const captured = verb.captures?.(fields);
  if (captured) walk.captures.set(captured.name, { at: sentAt, device });
  const waits = verb.waits?.(fields) ?? 0;
  return typeof waits === 'number' ? sentAt + waits : moment(walk, waits, sentAt);
}

/** Refusals that a scenario looks at, and replies that it takes as they come, wait for nothing. */
function mustBeAccepted({ expect, patient, cut }: Step['fields']): boolean {
  if (cut === true) return false;
  if (expect === undefined) return patient !== false;
  const code = isObject(expect) ? expect['code'] : expect;
  const status = isObject(expect) ? expect['status'] : undefined;
  return code === 'SUCCESS' || (code === undefined && (status === undefined || status === 200));
}

function refreshed({ refreshes, works }: Walk, device: string | undefined, at: number): number {
  if (device === undefined) return at;
  const known = refreshes.get(device);
  const acceptedAt = known ? Math.max(at, known.last + REFRESH_MIN_INTERVAL) : at;
  refreshes.set(device, {
    first: known?.first ?? acceptedAt,
    last: acceptedAt,
    worksBefore: known?.worksBefore ?? works,
  });
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
