// One fault of a day, as a proxy before a real service can stage it: when it acts, and on what.
import type { Clock } from '../../../kernel/clock.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { FaultOrder } from '../../../simulator/faults/order.js';
import { createTriggerGate } from '../../../simulator/faults/engine/trigger.js';
import { createSelects, type FaultTarget } from '../../../simulator/faults/selector.js';

/** The faults that need nothing of the service behind the proxy. */
const STAGEABLE = [
  'rate-limited',
  'internal-error',
  'latency',
  'request-lost',
  'response-lost',
  'close',
  'restart',
  'duplicate-events',
  'unknown-fields',
  'unknown-topics',
] as const;

export function canBeStaged(fault: string): boolean {
  return STAGEABLE.some((each) => each === fault);
}

export interface ProxyFault {
  readonly type: string;
  /** As the order has them, with defaults and durations in ms. */
  readonly parameters: unknown;
  isActive(): boolean;
  /** Whether it is meant for this. */
  selects(target: FaultTarget): boolean;
  /** Whether it acts on this; each call is an occasion. */
  fires(target: FaultTarget): boolean;
}

export function createProxyFault(order: FaultOrder, clock: Clock, random: RandomStream): ProxyFault {
  const { type, parameters, selector, trigger, lasts } = order;
  const beginsAt = clock.now() + trigger.after;
  const endsAt = lasts === undefined ? Number.POSITIVE_INFINITY : beginsAt + lasts;
  const selects = createSelects(selector, () => undefined);
  const gate = createTriggerGate(trigger, random);
  const isActive = (): boolean => clock.now() >= beginsAt && clock.now() < endsAt;
  return {
    type,
    parameters,
    isActive,
    selects,
    fires: (target) => isActive() && selects(target) && gate.pass(),
  };
}
