// A first-in first-out queue with a limit. What to do when it is full is for the caller to say.
import { assert } from './assert.js';
export function createBoundedQueue(capacity) {
    assert(Number.isSafeInteger(capacity) && capacity > 0, `a queue's capacity is at least 1, not ${capacity}`);
    // A ring: shifting from the front of a long array would move every element.
    const ring = [];
    let head = 0;
    let size = 0;
    const shift = () => {
        if (size === 0)
            return undefined;
        const item = ring[head];
        ring[head] = undefined;
        head = (head + 1) % capacity;
        size--;
        return item;
    };
    const push = (item) => {
        if (size >= capacity)
            return false;
        ring[(head + size) % capacity] = item;
        size++;
        return true;
    };
    return {
        get size() {
            return size;
        },
        capacity,
        push,
        pushDroppingOldest: (item) => {
            const dropped = size >= capacity ? shift() : undefined;
            push(item);
            return dropped;
        },
        shift,
        toArray: () => Array.from({ length: size }, (_, at) => ring[(head + at) % capacity]),
        clear: () => {
            ring.length = 0;
            head = 0;
            size = 0;
        },
    };
}
