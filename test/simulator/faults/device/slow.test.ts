import { describe, expect, test } from 'vitest';
import { stage } from '../staged.js';

/** How long commands to a slow device take, in ms. */
async function times(delay: unknown, howMany: number, seed = 11): Promise<number[]> {
  const { order, relay, list, clock } = stage({ seed });
  await list();
  order({ fault: 'slow', on: { device: 'plant-1' }, with: { delay } });
  const taken: number[] = [];
  for (let nth = 0; nth < howMany; nth++) {
    const before = clock.now();
    await relay('plant-1', nth % 2 === 0 ? 'on' : 'off');
    taken.push(clock.now() - before);
  }
  return taken;
}

describe('a slow device', () => {
  test('takes a fixed time longer', async () => {
    expect(await times('2s', 2)).toEqual([2_250, 2_250]);
  });

  test('takes a time between two bounds longer', async () => {
    const taken = await times({ from: '1s', to: '2s' }, 20);
    expect(Math.min(...taken)).toBeGreaterThanOrEqual(1_250);
    expect(Math.max(...taken)).toBeLessThanOrEqual(2_250);
    expect(new Set(taken).size).toBeGreaterThan(10);
  });

  test('takes mostly about the median, and sometimes much longer', async () => {
    const taken = await times({ median: '400ms', spread: 1, most: '4s' }, 60);
    const extra = taken.map((time) => time - 250).toSorted((a, b) => a - b);
    expect(extra[30]).toBeGreaterThan(200);
    expect(extra[30]).toBeLessThan(800);
    expect(extra.at(-1)).toBeGreaterThan(1_200);
    expect(extra.at(-1)).toBeLessThanOrEqual(4_000);
  });

  test('takes the same times for the same seed, and others for another', async () => {
    const uniform = { from: '0s', to: '3s' };
    expect(await times(uniform, 5)).toEqual(await times(uniform, 5));
    expect(await times(uniform, 5)).not.toEqual(await times(uniform, 5, 12));
  });

  test('is busy for others meanwhile', async () => {
    const { order, operator, simulator, clock, list } = stage();
    await list();
    order({ fault: 'slow', on: { device: 'plant-1' }, with: { delay: '2s' } });
    const caller = simulator.ports.access.stillEnabled('reader');
    if (!caller.ok) throw new Error('the reader is enabled');
    const first = simulator.service.refresh(caller.value, 'plant-1');
    await clock.advance(2_000);
    expect((await operator('GET', '/devices/plant-1')).code).toBe('DEVICE_BUSY');
    expect((await clock.runUntil(first)).ok).toBe(true);
  });
});
