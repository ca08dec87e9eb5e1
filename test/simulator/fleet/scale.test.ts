import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startFleet } from './parsing.js';

const read = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/fleets/${name}.yaml`, import.meta.url), 'utf8');

describe('a large fleet', () => {
  it('of a hundred thousand idle devices makes none of them and starts no timer', async () => {
    const { fleet, clock } = startFleet(read('hundred-thousand'));
    fleet.listen(() => undefined);
    expect(fleet.count).toBe(100_000);
    expect(fleet.has('meter-100000')).toBe(true);
    expect(fleet.has('meter-100001')).toBe(false);
    await clock.advance(3_600_000);
    expect([...fleet.made()]).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it('starts no timer for two thousand devices that were touched either', async () => {
    const { fleet, clock } = startFleet(read('hundred-thousand'));
    fleet.listen(() => undefined);
    for (let nth = 1; nth <= 2000; nth++) fleet.get(`meter-${String(nth).padStart(6, '0')}`)?.peripherals();
    expect([...fleet.made()]).toHaveLength(2000);
    expect(clock.pending()).toEqual([]);
  });

  it('wakes those of its devices that act by themselves, and no others', async () => {
    const { fleet, clock } = startFleet(read('plant-5000'));
    const heard = new Set<string>();
    fleet.listen((deviceId) => heard.add(deviceId));
    await clock.advance(60_000);
    expect(fleet.count).toBe(5000);
    expect([...fleet.made()]).toHaveLength(100);
    expect(heard.size).toBe(100);
  });
});
