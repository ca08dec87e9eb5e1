// A first-in first-out queue with a limit. What to do when it is full is for the caller to say.
import { assert } from './assert.js';

export function createBoundedQueue<T>(capacity: number) {
  assert(Number.isSafeInteger(capacity) && capacity > 0, `a queue's capacity is at least 1, not ${capacity}`);
  // A ring: shifting from the front of a long array would move every element.
  const ring: (T | undefined)[] = [];
  let head = 0;
  let size = 0;

  const shift = (): T | undefined => {
    if (size === 0) return undefined;
    const item = ring[head];
    ring[head] = undefined;
    head = (head + 1) % capacity;
    size--;
    return item;
  };
  const push = (item: T): boolean => {
    if (size >= capacity) return false;
    ring[(head + size) % capacity] = item;
    size++;
    return true;
  };

  return {
    get size() {
      return size;
    },
    capacity,

    /** Adds at the end, or returns false and adds nothing when the queue is full. */
    push,

    /** Adds at the end; drops the oldest when the queue is full, and returns it. */
    pushDroppingOldest: (item: T) => {
      const dropped = size >= capacity ? shift() : undefined;
      push(item);
      return dropped;
    },
    shift,

    /** Oldest first. */
    toArray: () => Array.from({ length: size }, (_, at) => ring[(head + at) % capacity] as T),
    clear: () => {
      ring.length = 0;
      head = 0;
      size = 0;
    },
  };
}
