import { expect, it } from 'vitest';
import type { Api } from '../../src/page/live/api.js';
import { createFleetCache, EVERY_DEVICE } from '../../src/page/live/store/fleet-cache.js';
import type { BrowserClock } from '../../src/page/shared/machine.js';

/** A machine whose time moves by hand, and a control plane that takes `latency` ms for each page of devices. */
function createRig(latency: number) {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => void (timers = timers.filter((each) => each !== timer));
  };
  const advance = async (ms: number): Promise<void> => {
    const end = now + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      now = next.at;
      timers = timers.filter((each) => each !== next);
      next.run();
      // What waited for it goes on.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
    now = end;
  };
  const asked: string[] = [];
  const api = {
    get: (path: string) => {
      asked.push(new URL(path, 'http://x').searchParams.get('search') ?? '');
      const answer = { ok: true, value: { count: 3, devices: [] } };
      return new Promise((resolve) => void after(latency, () => resolve(answer)));
    },
  } as unknown as Api;
  const machine = { now: () => now, after } as unknown as BrowserClock;
  return { cache: createFleetCache(api, machine), advance, asked };
}

it('searches when somebody has stopped typing', async () => {
  const { cache, advance, asked } = createRig(5);
  for (const search of ['d', 'de', 'dev']) {
    cache.ask({ ...EVERY_DEVICE, search });
    cache.show(0, 40);
    await advance(80);
  }
  await advance(200);
  expect(asked).toEqual(['dev']);
});

it('reads anew what is shown as long after as the answer takes time of the simulator', async () => {
  const readIn = async (latency: number): Promise<number> => {
    const { cache, advance, asked } = createRig(latency);
    cache.show(0, 40);
    await advance(1000);
    for (let at = 0; at < 200; at++) {
      cache.take([], true);
      await advance(100);
    }
    return asked.length - 1;
  };
  expect(await readIn(5)).toBeGreaterThan(20);
  expect(await readIn(200)).toBeLessThan(4);
});
