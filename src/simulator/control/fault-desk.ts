// Reads orders for faults, as people and programs write them, and passes them to the fault engine.
import type { ReadResult } from '../../document/yaml-document.js';
import type { FaultEngine } from '../faults/engine/engine.js';
import type { FaultStatus } from '../faults/engine/instance.js';
import type { FaultEntry, FaultOrder } from '../faults/order.js';
import { parseFaultPlan, readFaultOrder } from '../faults/plan/parse-fault-plan.js';
import type { Fleet } from '../fleet/fleet.js';

export interface HandedFaults {
  readonly orders: readonly FaultEntry[];
  /** Of each of them, and of the next one. */
  readonly marks: readonly number[];
  /** How many ids have been given to faults of each type. */
  readonly numbers: readonly (readonly [type: string, count: number])[];
}

export type FaultDesk = ReturnType<typeof createFaultDesk>;

/** @param current the engine and the fleet, which a reset replaces. */
export function createFaultDesk(current: () => { readonly faults: FaultEngine; readonly fleet: Fleet }) {
  const add = (order: FaultOrder): string => current().faults.add(order);
  const reorder = (written: readonly FaultEntry[]): void => {
    for (const each of written) {
      const order = readFaultOrder(each);
      if (order.ok) add(order.value);
    }
  };
  return {
    /** Gives the id. */
    order: (written: unknown): ReadResult<string> => {
      const order = readFaultOrder(written, current().fleet);
      return order.ok ? { ok: true, value: add(order.value) } : order;
    },
    /** Orders all faults of a plan, or none when the plan has a problem; gives the ids. */
    apply: (text: string, file: string): ReadResult<readonly string[]> => {
      const plan = parseFaultPlan(text, file, current().fleet);
      return plan.ok ? { ok: true, value: plan.value.faults.map(add) } : plan;
    },
    /** Orders faults again that were ordered before. */
    reorder,
    /** What another instance needs to have the same faults; they end there when they end here. */
    handOver: (): HandedFaults => {
      const { faults } = current();
      const left = faults.list().filter(({ state }) => state !== 'ended');
      return {
        orders: left.map(restOf),
        marks: [...left.map(({ mark }) => mark), faults.nextMark],
        numbers: [...faults.numbers],
      };
    },
    /** Instead of all that have been ordered. */
    takeOver: ({ orders, marks, numbers }: HandedFaults): void => {
      const { faults } = current();
      faults.clearAll();
      orders.forEach((order, at) => {
        faults.nextMark = marks[at] ?? 0;
        reorder([order]);
      });
      faults.nextMark = marks.at(-1) ?? 0;
      for (const [type, count] of numbers) faults.numbers.set(type, count);
    },
    /** False when there is none. */
    clear: (id: string): boolean => current().faults.clear(id),
    clearAll: (): void => current().faults.clearAll(),
    list: (): readonly FaultStatus[] => current().faults.list(),
  };
}

/** The order of which what is left of a fault is the whole. */
function restOf({ id, order, state, startsIn, endsIn }: FaultStatus): FaultEntry {
  const { after, for: lasts, ...rest } = order;
  const whole = (ms: number): string => `${Math.max(1, Math.round(ms))}ms`;
  return {
    ...rest,
    id,
    ...(state === 'waiting' && (startsIn === undefined ? { after } : { after: whole(startsIn) })),
    ...(endsIn === undefined ? lasts !== undefined && { for: lasts } : { for: whole(endsIn) }),
  };
}
