// The faults that have been ordered, by id, in the order of the orders.
import type { FaultOrder } from '../order.js';
import type { FaultInstance } from './instance.js';

export interface Book {
  add(order: FaultOrder): string;
  clear(id: string): boolean;
  all(): readonly FaultInstance[];
  /** How many ids have been given to faults of each type. */
  readonly numbers: Map<string, number>;
}

/** How many ended faults stay in the list. */
const MOST_ENDED = 100;

export function createBook(create: (id: string, order: FaultOrder) => FaultInstance): Book {
  const instances = new Map<string, FaultInstance>();
  const numbers = new Map<string, number>();

  /** `slow-1`, `slow-2`: the same orders get the same ids, and with them the same random streams. */
  const freeId = (type: string): string => {
    for (;;) {
      const number = (numbers.get(type) ?? 0) + 1;
      numbers.set(type, number);
      const id = `${type}-${number}`;
      if (!instances.has(id)) return id;
    }
  };
  const clear = (id: string): boolean => {
    const instance = instances.get(id);
    instances.delete(id);
    instance?.stop();
    return instance !== undefined;
  };
  const dropEnded = (): void => {
    const ended = [...instances.values()].filter((instance) => instance.status().state === 'ended');
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) instances.delete(id);
  };

  return {
    add: (order) => {
      const id = order.id ?? freeId(order.type);
      clear(id);
      dropEnded();
      instances.set(id, create(id, order));
      return id;
    },
    clear,
    all: () => [...instances.values()],
    numbers,
  };
}
