// The order of timers, also when the machine has stood still and all of them are late.
import { expect, it } from 'vitest';
import { createTimerQueue } from '../../src/kernel/timer-queue.js';

it('keeps a chain of timers in its place, when the machine stood still', () => {
  const fired: string[] = [];
  const queue = createTimerQueue();
  queue.add('sent', 0, 10, () => {
    fired.push('sent');
    // The machine comes to it five seconds late.
    queue.add('answered', 5000, 30, () => fired.push('answered'));
  });
  queue.add('given up', 0, 1000, () => fired.push('given up'));
  while (queue.first()) queue.fireFirst();
  expect(fired).toEqual(['sent', 'answered', 'given up']);
});

it('counts from now again after a callback, and after one that throws', () => {
  const queue = createTimerQueue();
  queue.add('wrong', 0, 10, () => {
    throw new Error('wrong');
  });
  expect(() => queue.fireFirst()).toThrow('wrong');
  expect(queue.add('next', 500, 10, () => undefined).dueAt).toBe(510);
});
