// What is left when a run is killed: it is stored before the first write leaves, and another run puts it back.
import { describe, expect, it } from 'vitest';
import {
  createRestoreBook,
  type RestoreBook,
  type RestoreRecord,
  restoreText,
} from '../../../src/harness/restore/record.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { createSafety } from '../../../src/harness/safety/safety.js';
import { type Bench, createBench } from '../target/bench.js';
import { plainDialect } from '../target/plain-dialect.js';
import { createRig, PROFILE, refusal } from '../target/rig.js';
import { BENCH, operator, run, set } from './guarded.js';

const ORIGIN = {
  baseUrl: 'http://target.test',
  arguments: ['--target', 'lab.yaml'],
  folder: '/lab',
  command: 'conform run',
  since: '2026-01-01T00:00:00.000Z',
};

/** @param why the disk gives for not taking anything. */
function kept(bench: Bench, why?: string) {
  const events: string[] = [];
  const saved: RestoreRecord[] = [];
  const book: RestoreBook = createRestoreBook(
    {
      save: async (record) => {
        events.push('saved');
        saved.push(record);
        return why;
      },
      remove: async () => undefined,
    },
    ORIGIN,
  );
  const gate = createGate({ profile: BENCH, dialect: plainDialect });
  const rig = createRig(
    {
      http: (request) => {
        if (request.method !== 'GET' && !request.path.includes('/auth/')) events.push(request.method);
        return bench.script.http?.(request);
      },
    },
    { profile: BENCH, gate },
  );
  const safety = createSafety(rig.target, BENCH, { gate, book });
  return { ...rig, bench, events, saved, safety, guarded: safety.protect(rig.target) };
}

/** Another process with the same profile, or with one that was changed since. */
function later(bench: Bench, profile = BENCH) {
  const gate = createGate({ profile, dialect: plainDialect });
  const rig = createRig(bench.script, { profile, gate });
  return { ...rig, safety: createSafety(rig.target, profile, { gate }) };
}

describe('what a run may leave behind', () => {
  it('is stored before the first write leaves, and not again for the same relay', async () => {
    const { guarded, events, saved } = kept(createBench());
    await guarded.request(set({ 1: 'on' }), operator);
    await guarded.request(set({ 1: 'off' }), operator);
    expect(events).toEqual(['saved', 'POST', 'POST']);
    expect(saved[0]?.devices).toMatchObject([{ deviceId: 'dev-1', relays: [{ index: 1, on: false }] }]);
    await guarded.request(set({ 2: 'jog' }), operator);
    await guarded.request(
      run({ name: 'device.relay.jogConfig.set', params: { index: 2, duration: 77 } }),
      operator,
    );
    await guarded.request(run({ name: 'device.rs485.baudRate.set', params: { baudRate: 300 } }), operator);
    expect(events.slice(3)).toEqual(['saved', 'POST', 'saved', 'PUT', 'saved', 'PUT']);
    expect(saved.at(-1)?.devices).toEqual([
      {
        name: 'bench',
        deviceId: 'dev-1',
        relays: [
          { index: 1, on: false },
          { index: 2, on: true },
        ],
        jogged: [2],
        jogDurations: [{ index: 2, jogDuration: 2000 }],
        baudRate: 9600,
      },
    ]);
  });

  it('is never switched when it cannot be stored', async () => {
    const { guarded, events, safety, clock, bench } = kept(createBench(), 'no space is left on the disk');
    await expect(guarded.request(set({ 1: 'on' }), operator)).rejects.toThrow(
      'nothing is changed while the restore file cannot be written: no space is left on the disk',
    );
    expect(await safety.beforeStimulus('dev-1', new AbortController().signal)).toContain('no space');
    expect(events).toEqual(['saved', 'saved']);
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    expect(bench.done).toEqual([]);
  });

  it('holds no secret', async () => {
    const { guarded, saved } = kept(createBench());
    await guarded.request(set({ 1: 'on' }), operator);
    const text = saved.map(restoreText).join();
    for (const { clientSecret } of Object.values(PROFILE.clients)) expect(text).not.toContain(clientSecret);
    expect(text).not.toContain('token-of-');
  });

  it('includes the relays of a device that something is done to from outside', async () => {
    const { safety, saved, bench, clock } = kept(createBench());
    await safety.beforeStimulus('dev-1', new AbortController().signal);
    expect(saved.at(-1)?.devices[0]?.relays).toEqual([
      { index: 1, on: false },
      { index: 2, on: true },
    ]);
    bench.relays.set(2, false);
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    expect(bench.relays.get(2)).toBe(true);
  });
});

describe('a later run', () => {
  async function killed(bench: Bench): Promise<RestoreRecord> {
    const { guarded, saved } = kept(bench);
    await guarded.request(set({ 1: 'on', 2: 'off' }), operator);
    await guarded.request(run({ name: 'device.rs485.baudRate.set', params: { baudRate: 300 } }), operator);
    bench.done.length = 0;
    const last = saved.at(-1);
    if (!last) throw new Error('nothing was stored');
    return last;
  }

  it('puts back what another one has left, and says so', async () => {
    const bench = createBench();
    const record = await killed(bench);
    const { safety, clock } = later(bench);
    expect(safety.adopt(record)).toEqual([]);
    const told: string[] = [];
    expect(await clock.runUntil(safety.restore(undefined, (words) => told.push(words)))).toEqual([]);
    expect(told.toSorted()).toEqual([
      'relay 1 of bench is off again',
      'relay 2 of bench is on again',
      'the baud rate of bench is 9600 again',
    ]);
    expect([...bench.relays]).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(bench.baudRate).toBe(9600);
  });

  it('looks again when a request of the killed one could still have come', async () => {
    const bench = createBench();
    const record = await killed(bench);
    const { safety, clock } = later(bench);
    safety.adopt(record);
    const restoring = safety.restore();
    await clock.advance(3000);
    expect(bench.relays.get(1)).toBe(false);
    bench.relays.set(1, true);
    expect(await clock.runUntil(restoring)).toEqual([]);
    expect(bench.relays.get(1)).toBe(false);
  });

  it('switches nothing when it is done twice', async () => {
    const bench = createBench();
    const record = await killed(bench);
    for (const round of [1, 2]) {
      const { safety, clock } = later(bench);
      safety.adopt(record);
      expect(await clock.runUntil(safety.restore())).toEqual([]);
      expect([round, bench.done]).toEqual([round, ['relay 1 off', 'relay 2 on']]);
    }
  });

  it('touches nothing that the profile does not list any more, and says how it was', async () => {
    const bench = createBench();
    const record = await killed(bench);
    const { bench: entry } = BENCH.devices;
    const narrower = { ...BENCH, devices: { bench: { ...entry!, relays: [2] } } };
    const { safety, clock } = later(bench, narrower);
    expect(safety.adopt(record)).toEqual([
      'relay 1 of bench was off before the run; the profile does not list it under devices.bench.relays any more',
    ]);
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    expect(bench.done).toEqual(['relay 2 on']);
    const { safety: other } = later(bench, { ...BENCH, devices: {} });
    expect(other.adopt(record)).toHaveLength(3);
  });

  it('gives up in time at a target that hangs, having switched blindly what it could', async () => {
    const bench = createBench();
    const record = await killed(bench);
    const { safety, clock } = later(bench);
    safety.adopt(record);
    bench.instead = (line) => (line === 'GET /devices/dev-1' ? 'silence' : undefined);
    const begun = clock.now();
    const left = await clock.runUntil(safety.restore());
    expect(clock.now() - begun).toBeLessThanOrEqual(120_000);
    expect(left.join()).toContain('relay 1 of bench may not be off as before the run');
    expect(bench.relays.get(1)).toBe(false);
  });

  it('waits for a refusal that passes in time before it says that nobody can look', async () => {
    const bench = createBench();
    const record = await killed(bench);
    const { safety, clock } = later(bench);
    safety.adopt(record);
    const until = clock.now() + 55_000;
    const wait = (): number => Math.ceil((until - clock.now()) / 1000);
    bench.instead = (line) =>
      line === 'GET /devices/dev-1' && clock.now() < until
        ? refusal(429, 'RATE_LIMITED', { retryAfterSeconds: wait() })
        : undefined;
    const restoring = safety.restore();
    await clock.advance(1000);
    expect(bench.relays.get(1)).toBe(false);
    expect(await clock.runUntil(restoring)).toEqual([]);
  });
});
