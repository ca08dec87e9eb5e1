import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { turnsIn } from '../../../examples/client/turns.js';
import { createRig } from './rig.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'turns-'));

describe('turns of several processes (client.refresh-spacing)', () => {
  test('go to one process at a time, for each device by itself', () => {
    let now = 1000;
    const clock = { now: () => now };
    const shared = folder();
    const [one, other] = [turnsIn(shared, clock), turnsIn(shared, clock)];
    expect(one.take('refresh d1', 30_000)).toBe(0);
    expect(other.take('refresh d1', 30_000)).toBe(30_000);
    expect(other.take('refresh d2', 30_000)).toBe(0);
    one.keep('refresh d1', 3000);
    expect(other.take('refresh d1', 30_000)).toBe(3000);
    now += 3000;
    expect(other.take('refresh d1', 30_000)).toBe(0);
    expect(one.take('refresh d1', 30_000)).toBe(30_000);
  });

  test('a lock that a dead process has left is removed', () => {
    const shared = folder();
    const turns = turnsIn(shared, { now: () => Date.now() });
    turns.keep('refresh d1', 0);
    const [file = ''] = readdirSync(shared);
    const lock = join(shared, `${file}.lock`);
    writeFileSync(lock, '');
    expect(turns.take('refresh d1', 10)).toBeGreaterThan(0);
    utimesSync(lock, 1, 1);
    turns.take('refresh d1', 10);
    expect(turns.take('refresh d1', 10)).toBe(0);
  });

  test('a refresh waits for its turn, and holds up no command meanwhile', async () => {
    const waits = Array.from({ length: 10 }, () => 60_000);
    const kept: number[] = [];
    const turns = { take: () => waits.shift() ?? 0, keep: (_: string, ms: number) => void kept.push(ms) };
    const { clock, client, asked } = createRig({ turns });
    const begun = clock.now();
    const reading = client.readDevice('d1');
    const switching = client.setRelays('d1', { 1: 'on' });
    await clock.advance(1);
    expect((await switching).ok).toBe(true);
    await clock.advance(2498);
    expect(asked('GET /devices/d1')).toEqual([]);
    await clock.advance(5000);
    expect((await reading).ok).toBe(true);
    expect(asked('GET /devices/d1').map(({ at }) => at - begun)).toEqual([2500]);
    expect(kept[0]).toBeGreaterThanOrEqual(3000);
  });
});
