import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createSafety } from '../../../src/harness/safety/create-safety.js';
import type { Call, Outcome, Reply } from '../../../src/harness/target/call.js';
import type { Profile } from '../../../src/harness/target/profile.js';
import type { Target } from '../../../src/harness/target/target.js';

const profile: Profile = {
  name: 'bench',
  baseUrl: 'http://127.0.0.1:9',
  websocketUrl: 'ws://127.0.0.1:9',
  tls: { insecure: false },
  clients: {
    reader: { clientId: 'r', clientSecret: 's', scopes: ['device:read'] },
    operator: { clientId: 'o', clientSecret: 's', scopes: ['device:control'] },
  },
  devices: { plant: { deviceId: 'A1', relays: [1, 3], rs485: { answered: '01' } } },
  requestsPerSecond: 100,
  patience: 1000,
};

type Answer = (call: Call) => Partial<Reply> | 'broken';

/** A target whose replies the test writes; relay 1 is on, 2 and 3 are off. */
function rig(answer: Answer = () => ({})) {
  const clock = createManualClock();
  const sent: Call[] = [];
  const relays = [1, 2, 3].map((index) => ({ index, on: index === 1 }));
  const usual = (call: Call): unknown => {
    if (call.name === 'refresh') {
      const peripherals = { relays, digitalInputs: [], analogInputs: [], sensors: [] };
      return { device: { deviceId: call.deviceId }, peripherals };
    }
    const command = { commandId: 'c1', operation: 'device.relay.set', params: {}, status: 'succeeded' };
    return { command };
  };
  const request: Target['request'] = async (call) => {
    sent.push(call);
    const given = answer(call);
    const reply = { headers: {}, status: 200, code: 'SUCCESS', message: 'OK', mismatches: [] };
    const outcome: Outcome =
      given === 'broken'
        ? { kind: 'broken', reason: 'reset', detail: 'connection reset' }
        : { kind: 'reply', reply: { ...reply, data: usual(call), ...given } };
    const now = clock.now();
    return Promise.resolve({ id: sent.length, channel: 'rest', call, sentAt: now, answeredAt: now, outcome });
  };
  const target = { clock, request } as unknown as Target;
  const create = () => clock.runUntil(createSafety({ target, profile, devices: ['plant'] }));
  return { clock, sent, create };
}

const switching = (deviceId: string, ...indices: number[]): Call => ({
  name: 'operate',
  deviceId,
  operation: {
    name: 'device.relay.set',
    params: { relays: indices.map((index) => ({ index, action: 'off' as const })) },
  },
});

describe('what keeps a run from doing harm', () => {
  test('forbids relays that the profile does not list', async () => {
    const safety = await rig().create();
    expect(safety.guard(switching('A1', 1, 3))).toBeUndefined();
    expect(safety.guard(switching('A1', 1, 2))).toBe('the profile does not allow relay 2 of A1');
    expect(safety.guard(switching('B2', 1))).toBe('the profile does not list the device B2');
    expect(safety.guard(switching('conform-no-such-device', 1))).toBeUndefined();
  });

  test('forbids bytes, removals and passwords that the profile does not offer', async () => {
    const safety = await rig().create();
    const transceive = (data: string): Call => ({
      name: 'operate',
      deviceId: 'A1',
      operation: { name: 'device.rs485.transceive', params: { data } },
    });
    expect(safety.guard(transceive('01'))).toBeUndefined();
    expect(safety.guard(transceive('02'))).toContain('does not list the bytes 02');
    expect(safety.guard({ name: 'removeDevice', deviceId: 'A1' })).toContain('A1 may not be lost');
    expect(safety.guard({ name: 'removeDevice', deviceId: 'conform-gone' })).toBeUndefined();
    expect(safety.guard({ name: 'refresh', deviceId: 'B2' })).toBeUndefined();
  });

  test('puts the listed relays back as they were found, and no other', async () => {
    const { clock, sent, create } = rig();
    const safety = await create();
    safety.guard(switching('A1', 3));
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    expect(sent.at(-1)).toMatchObject({
      name: 'operate',
      deviceId: 'A1',
      operation: {
        params: {
          relays: [
            { index: 1, action: 'on' },
            { index: 3, action: 'off' },
          ],
        },
      },
    });
  });

  test('touches nothing in the end when nothing was switched', async () => {
    const { clock, sent, create } = rig();
    const safety = await create();
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    expect(sent.map(({ name }) => name)).toEqual(['refresh']);
  });

  test('tries again with one key while the target is busy or gone for a moment', async () => {
    const answers: ReturnType<Answer>[] = ['broken', { status: 409, code: 'DEVICE_BUSY' }, {}];
    const { clock, sent, create } = rig((call) => (call.name === 'operate' ? (answers.shift() ?? {}) : {}));
    const safety = await create();
    safety.guard(switching('A1', 1));
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    const keys = sent.flatMap((call) => (call.name === 'operate' ? [call.idempotencyKey] : []));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('waits for the delay that the target announces', async () => {
    const refusals: ReturnType<Answer>[] = [{ status: 429, code: 'RATE_LIMITED', retryAfterSeconds: 7 }];
    const { clock, create } = rig((call) => (call.name === 'operate' ? (refusals.shift() ?? {}) : {}));
    const safety = await create();
    safety.guard(switching('A1', 1));
    await clock.runUntil(safety.restore());
    expect(clock.now()).toBeGreaterThanOrEqual(7000);
  });

  test('gives up on a target that does not come back, and says what was so before', async () => {
    const { clock, create } = rig((call) => (call.name === 'operate' ? 'broken' : {}));
    const safety = await create();
    safety.guard(switching('A1', 1));
    expect(await clock.runUntil(safety.restore())).toEqual([
      'A1 may not be as before (relay 1 on, relay 3 off): connection reset',
    ]);
    expect(clock.now()).toBeLessThanOrEqual(20_000);
  });

  test('reads the command until it has ended', async () => {
    const running = { commandId: 'c1', operation: 'device.relay.set', params: {}, status: 'pending' };
    const { clock, sent, create } = rig((call) =>
      call.name === 'operate' ? { data: { command: running } } : {},
    );
    const safety = await create();
    safety.guard(switching('A1', 1));
    expect(await clock.runUntil(safety.restore())).toEqual([]);
    expect(sent.at(-1)).toEqual({ name: 'readCommand', commandId: 'c1' });
  });

  test('switches nothing whose state could not be read', async () => {
    const safety = await rig(() => ({ status: 404, code: 'DEVICE_NOT_FOUND' })).create();
    expect(safety.guard(switching('A1', 1))).toBe(
      'the relays of A1 could not be read before the run: 404 DEVICE_NOT_FOUND',
    );
  });
});
