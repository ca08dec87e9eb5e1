import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createProxyFaults, type ProxiedRequest } from '../../../src/lab/audit/proxy-faults.js';

function rig(...orders: readonly object[]) {
  const clock = createManualClock();
  const done: string[] = [];
  const faults = createProxyFaults(clock, createRandom(1), {
    closeAll: (code) => done.push(`close ${code}`),
    inject: (topic) => done.push(`inject ${topic}`),
  });
  for (const order of orders) expect(faults.order(order)).toMatchObject({ ok: true });
  return { clock, faults, done };
}

const LIST: ProxiedRequest = { channel: 'rest', what: 'devices.list' };
const COMMAND: ProxiedRequest = { channel: 'rest', what: 'relays.set', deviceId: 'd1' };
const PING: ProxiedRequest = { channel: 'ws', what: 'session.ping' };

describe('the faults of a proxy', () => {
  test('refuse what they select for as long as they announce, and nothing else', async () => {
    const { clock, faults } = rig({
      fault: 'rate-limited',
      on: { route: 'devices.list' },
      every: 2,
      with: { retryAfter: '3s' },
    });
    expect(faults.fateOf(LIST).refusal).toBeUndefined();
    expect(faults.fateOf(LIST)).toMatchObject({ executes: false, refusal: { code: 'RATE_LIMITED' } });
    expect(faults.fateOf(COMMAND).refusal).toBeUndefined();
    await clock.advance(2999);
    expect(faults.fateOf(LIST).refusal?.retryAfter).toBeCloseTo(1);
    await clock.advance(1);
    expect(faults.fateOf(LIST).refusal).toBeUndefined();
  });

  test('fail, lose and delay on the channel that they are for', () => {
    const { faults } = rig(
      { fault: 'internal-error', with: { executes: true, over: 'websocket' } },
      { fault: 'response-lost', on: { route: 'relays.set' }, count: 1 },
      { fault: 'latency', on: { route: 'relays.set' }, with: { delay: '2s', where: 'after' } },
    );
    expect(faults.fateOf(PING)).toMatchObject({ executes: true, refusal: { code: 'INTERNAL_ERROR' } });
    expect(faults.fateOf(LIST)).toMatchObject({ refusal: undefined, lost: undefined, after: 0 });
    expect(faults.fateOf(COMMAND)).toMatchObject({ lost: 'reply' });
    expect(faults.fateOf(COMMAND)).toMatchObject({ lost: undefined, after: 2000 });
  });

  test('close connections at their time, and take the service away for a while', async () => {
    const { clock, faults, done } = rig(
      { fault: 'close', after: '5s', with: { code: 1012 } },
      { fault: 'restart', after: '10s', with: { code: 1006, downtime: '60s' } },
    );
    await clock.advance(5000);
    expect([done, faults.isDown]).toEqual([['close 1012'], false]);
    await clock.advance(5000);
    expect([done, faults.isDown]).toEqual([['close 1012', 'close 1006'], true]);
    await clock.advance(60_000);
    expect(faults.isDown).toBe(false);
  });

  test('repeat events, widen them, and send some of topics that there are not', async () => {
    const { clock, faults, done } = rig(
      { fault: 'duplicate-events', with: { copies: 2, apart: '900ms' } },
      { fault: 'unknown-fields' },
      { fault: 'unknown-topics', with: { every: '7s' } },
    );
    const frames = faults.event('{"type":"event"}', 'device.power.lost', undefined);
    expect(frames.map(({ after }) => after)).toEqual([0, 900, 1800]);
    expect(JSON.parse(frames[2]?.text ?? '')).toMatchObject({ type: 'event', xFuture: {} });
    await clock.advance(14_000);
    expect(done).toEqual(['inject device.future.event', 'inject device.future.event']);
    faults.stop();
    await clock.advance(14_000);
    expect(done.length).toBe(2);
  });
});
