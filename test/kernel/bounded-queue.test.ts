import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoundedQueue } from '../../src/kernel/bounded-queue.js';

/** The plain array that the queue has to behave like. */
interface Model {
  readonly capacity: number;
  items: number[];
}
type BoundedQueue<T> = ReturnType<typeof createBoundedQueue<T>>;
type Step = fc.Command<Model, BoundedQueue<number>>;

/** An act done to both, whose results have to agree, as have the two afterwards. */
function step(
  name: string,
  onModel: (model: Model) => unknown,
  onQueue: (queue: BoundedQueue<number>) => unknown,
): Step {
  return {
    check: () => true,
    run: (model, queue) => {
      expect(onQueue(queue)).toEqual(onModel(model));
      expect(queue.toArray()).toEqual(model.items);
      expect(queue.size).toBe(model.items.length);
    },
    toString: () => name,
  };
}

const push = (item: number): Step =>
  step(
    `push ${item}`,
    (model) => {
      const fits = model.items.length < model.capacity;
      if (fits) model.items.push(item);
      return fits;
    },
    (queue) => queue.push(item),
  );
const pushDroppingOldest = (item: number): Step =>
  step(
    `pushDroppingOldest ${item}`,
    (model) => {
      const dropped = model.items.length === model.capacity ? model.items.shift() : undefined;
      model.items.push(item);
      return dropped;
    },
    (queue) => queue.pushDroppingOldest(item),
  );
const shift = step(
  'shift',
  (model) => model.items.shift(),
  (queue) => queue.shift(),
);
const clear = step(
  'clear',
  (model) => {
    model.items = [];
  },
  (queue) => queue.clear(),
);

describe('a bounded queue', () => {
  it('behaves like an array that is kept short', () => {
    const steps = fc.commands(
      [fc.nat(99).map(push), fc.nat(99).map(pushDroppingOldest), fc.constant(shift), fc.constant(clear)],
      { maxCommands: 60 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), steps, (capacity, commands) => {
        fc.modelRun(
          () => ({ model: { capacity, items: [] }, real: createBoundedQueue<number>(capacity) }),
          commands,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('takes as many items as it has room for, and not one more', () => {
    const queue = createBoundedQueue<string>(2);
    expect([queue.push('a'), queue.push('b'), queue.push('c')]).toEqual([true, true, false]);
    expect(queue.toArray()).toEqual(['a', 'b']);
    expect(queue.capacity).toBe(2);
  });

  it('hands out a copy of its items', () => {
    const queue = createBoundedQueue<string>(2);
    queue.push('a');
    queue.toArray().push('b');
    expect(queue.size).toBe(1);
  });

  it('refuses a capacity that holds nothing or has no end', () => {
    for (const capacity of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createBoundedQueue(capacity)).toThrow('capacity');
    }
  });
});
