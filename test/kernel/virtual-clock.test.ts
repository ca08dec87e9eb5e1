import { afterEach, describe, expect, it } from 'vitest';
import {
  createVirtualClock as standing,
  type SocketsInView,
  type VirtualClock,
} from '../../src/kernel/virtual-clock.js';

const DAY = 24 * 60 * 60 * 1000;
const forever = (): Promise<never> => new Promise(() => undefined);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One that moves until the test is over. */
function createVirtualClock(start: number, traffic?: SocketsInView): VirtualClock {
  const clock = standing(start, traffic);
  ends.push(clock.flow());
  return clock;
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done++) await turn();
}

/** Sockets of which the test says what they do. */
function sockets(): SocketsInView & { mark: number; isQuiet: boolean } {
  const state = { mark: 0, isQuiet: true, look: () => ({ mark: state.mark, quiet: state.isQuiet }) };
  return state;
}

describe('a virtual clock', () => {
  it('jumps from timer to timer by itself, and shows each the time at which it was due', async () => {
    const clock = createVirtualClock(500);
    const seen: number[] = [];
    for (const delay of [30, 10, 20]) clock.setTimer('test', delay, () => seen.push(clock.now()));
    await clock.sleep(3000);
    expect(seen).toEqual([510, 520, 530]);
    expect(clock.now()).toBe(3500);
  });

  it('lets what a timer has set off go on before the next one fires', async () => {
    const clock = createVirtualClock(0);
    const seen: string[] = [];
    void clock
      .sleep(10)
      .then(() => seen.push('first'))
      .then(() => seen.push('what follows'));
    void clock.sleep(10).then(() => seen.push('second'));
    await clock.sleep(11);
    expect(seen).toEqual(['first', 'what follows', 'second']);
  });

  it('stands still while something outside is under way, and goes on when it has ended', async () => {
    const clock = createVirtualClock(0);
    let end = (): void => undefined;
    const work = clock.outside(new Promise<string>((resolve) => (end = () => resolve('done'))));
    let fired = false;
    clock.setTimer('test', 5, () => (fired = true));
    await turns(20);
    expect([fired, clock.now()]).toEqual([false, 0]);
    end();
    expect(await work).toBe('done');
    await clock.sleep(5);
    expect(fired).toBe(true);
  });

  it('stands still also when what is outside fails', async () => {
    const clock = createVirtualClock(0);
    await expect(clock.outside(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await clock.sleep(7);
    expect(clock.now()).toBe(7);
  });

  it('stands still while bytes are on their way, and until they have been worked on', async () => {
    const traffic = sockets();
    const clock = createVirtualClock(0, traffic);
    traffic.isQuiet = false;
    let fired = false;
    clock.setTimer('test', 5, () => (fired = true));
    for (let at = 0; at < 20; at++) {
      traffic.mark++;
      await turn();
    }
    expect(fired).toBe(false);
    traffic.isQuiet = true;
    traffic.mark++;
    await clock.sleep(5);
    expect([fired, clock.unread]).toEqual([true, 0]);
  });

  it('goes on when nobody reads for a second of the machine, and counts it', async () => {
    const traffic = sockets();
    const clock = createVirtualClock(0, traffic);
    traffic.isQuiet = false;
    await clock.sleep(5);
    expect(clock.unread).toBe(1);
  });
});

describe('runUntil of a virtual clock', () => {
  it('gives what the work comes to', async () => {
    const clock = standing(0);
    await expect(clock.runUntil(clock.sleep(3000).then(() => 'done'))).resolves.toBe('done');
    await expect(
      clock.runUntil(clock.sleep(1).then(() => Promise.reject(new Error('failed')))),
    ).rejects.toThrow('failed');
  });

  it('gives up when nothing is scheduled that could end the work', async () => {
    const clock = standing(0);
    clock.setTimer('last', 10, () => undefined);
    await expect(clock.runUntil(forever())).rejects.toThrow('nothing is scheduled');
    expect(clock.now()).toBe(10);
  });

  it('waits for a day of its own time, and a millisecond more is too much', async () => {
    const clock = standing(0);
    await clock.runUntil(clock.sleep(DAY));
    await expect(clock.runUntil(clock.sleep(DAY + 1))).rejects.toThrow('a day has passed');
  });

  it('moves no further than the work needs, and not at all when nobody waits', async () => {
    const clock = standing(0);
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      clock.setTimer('tick', 10, tick);
    };
    clock.setTimer('tick', 10, tick);
    await turns(20);
    expect([ticks, clock.now()]).toEqual([0, 0]);
    await clock.runUntil(clock.sleep(35));
    await turns(20);
    expect([ticks, clock.now()]).toEqual([3, 35]);
  });
});
