// What every clock does, whatever drives it.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Clock, Timer } from '../../src/kernel/clock.js';

export interface ClockSubject {
  readonly clock: Clock;
  /** A wait that is short for whoever runs the tests, in ms of this clock. */
  readonly short: number;
  /** Lets the clock run until the work has ended. */
  drive<T>(work: Promise<T>): Promise<T>;
}

export function describeClock(name: string, create: () => ClockSubject): void {
  describe(name, () => {
    describeTimers(create);
    describeSleep(create);
  });
}

function describeTimers(create: () => ClockSubject): void {
  it('fires a timer once, and not before it is due', async () => {
    const { clock, short, drive } = create();
    const start = clock.now();
    const firings: number[] = [];
    const timer = clock.setTimer('test', short, () => firings.push(clock.now()));
    await drive(clock.sleep(2 * short));
    expect(timer).toMatchObject({ name: 'test' });
    expect(timer.dueAt).toBeGreaterThanOrEqual(start + short);
    expect(firings).toHaveLength(1);
    expect(firings[0]).toBeGreaterThanOrEqual(timer.dueAt);
  });

  it('fires timers in the order in which they are due, however close together', async () => {
    const { clock, short, drive } = create();
    const fired: number[] = [];
    const set = [9, 3, 7, 1, 5].map((tenths) => {
      const timer = clock.setTimer('test', (tenths * short) / 10, () => fired.push(timer.dueAt));
      return timer.dueAt;
    });
    await drive(clock.sleep(short));
    expect(fired).toEqual(set.toSorted((a, b) => a - b));
  });

  it('fires timers that are due together in the order in which they were set', async () => {
    const { clock, short, drive } = create();
    const fired: string[] = [];
    for (const word of ['first', 'second', 'third']) clock.setTimer(word, short, () => fired.push(word));
    await drive(clock.sleep(short));
    expect(fired).toEqual(['first', 'second', 'third']);
  });

  it('lets promises go on between two timers, even when both are due', async () => {
    const { clock, short, drive } = create();
    const fired: string[] = [];
    const answer = new Promise<void>((resolve) => {
      clock.setTimer('answer', short, resolve);
    });
    const timeout = clock.setTimer('timeout', short, () => fired.push('timeout'));
    const answered = answer.then(() => timeout.cancel());
    await drive(answered.then(() => clock.sleep(short)));
    expect(fired).toEqual([]);
  });

  it('does not fire a cancelled timer, and takes a second cancel calmly', async () => {
    const { clock, short, drive } = create();
    const fired: string[] = [];
    const timers = ['a', 'b', 'c'].map((word) => clock.setTimer(word, short / 2, () => fired.push(word)));
    timers[1]?.cancel();
    timers[1]?.cancel();
    await drive(clock.sleep(short));
    timers[0]?.cancel();
    expect(fired).toEqual(['a', 'c']);
  });

  it('lets a timer set another and cancel a third', async () => {
    const { clock, short, drive } = create();
    const fired: string[] = [];
    const inner = new Promise<void>((resolve) => {
      clock.setTimer('outer', short / 4, () => {
        doomed.cancel();
        clock.setTimer('inner', short / 4, resolve);
      });
    });
    const doomed = clock.setTimer('doomed', short / 3, () => fired.push('doomed'));
    await drive(inner.then(() => clock.sleep(short)));
    expect(fired).toEqual([]);
  });

  it('takes a negative delay for none', async () => {
    const { clock, short, drive } = create();
    const start = clock.now();
    let timer: Timer | undefined;
    const fired = new Promise<void>((resolve) => {
      timer = clock.setTimer('late', -5 * short, resolve);
    });
    await drive(fired);
    expect(timer?.dueAt).toBeGreaterThanOrEqual(start);
  });

  it('refuses a delay that is not a finite number', () => {
    const { clock } = create();
    for (const delay of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => clock.setTimer('test', delay, () => undefined)).toThrow('finite');
    }
  });
}

function describeSleep(create: () => ClockSubject): void {
  it('sleeps for at least the delay', async () => {
    const { clock, short, drive } = create();
    const start = clock.now();
    await drive(clock.sleep(short));
    expect(clock.now() - start).toBeGreaterThanOrEqual(short);
  });

  it('wakes a sleeper with the reason for which its signal was aborted', async () => {
    const { clock, short, drive } = create();
    const controller = new AbortController();
    const reason = new Error('enough');
    clock.setTimer('abort', short / 2, () => controller.abort(reason));
    await expect(drive(clock.sleep(1000 * short, controller.signal))).rejects.toBe(reason);
  });

  it('does not fall asleep on a signal that is aborted already', async () => {
    const { clock, short } = create();
    const reason = new Error('enough');
    await expect(clock.sleep(short, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('wakes a sleeper with an error even when the reason is none', async () => {
    const { clock, short } = create();
    const woken = clock.sleep(short, AbortSignal.abort('enough'));
    await expect(woken).rejects.toThrow('cancelled');
    await expect(woken).rejects.toMatchObject({ cause: 'enough' });
  });

  it('leaves nothing behind on the signal of a sleep that has ended', async () => {
    const { clock, short, drive } = create();
    const { signal } = new AbortController();
    await drive(clock.sleep(short, signal));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
}
