import { describe, expect, test } from 'vitest';
import { BUSY, createRig, FAILED, limited } from './rig.js';

const RELAYS = 'POST /devices/d1/relays/commands';
const EXECUTE = 'device.operation.execute';

describe('after RATE_LIMITED the client (client.waits-after-429)', () => {
  test('repeats the request when the announced wait is over, and not before', async () => {
    const { client, clock, delays, script } = createRig();
    script('GET /devices', limited(7), limited(2));
    expect(await clock.runUntil(client.listDevices())).toMatchObject({ ok: true });
    const [first, second] = delays('GET /devices');
    expect(first).toBeGreaterThan(7000);
    expect(first).toBeLessThan(9000);
    expect(second).toBeGreaterThan(2000);
  });

  test('believes the longer one of header and body', async () => {
    const { client, clock, delays, script } = createRig();
    script('GET /devices', { ...limited(3), retryAfter: 9 });
    await clock.runUntil(client.listDevices());
    expect(delays('GET /devices')[0]).toBeGreaterThan(9000);
  });

  test('holds back other calls of the same endpoint, and no others', async () => {
    const { client, clock, asked, script } = createRig();
    script('GET /devices', limited(5));
    const first = client.listDevices();
    await clock.advance(100);
    const second = client.listDevices();
    await clock.runUntil(client.readConfig('d1'));
    expect(clock.now()).toBe(1_000_100);
    await clock.runUntil(Promise.all([first, second]));
    const [refusal, ...later] = asked('GET /devices').map(({ at }) => at);
    expect(later.every((at) => at - (refusal ?? 0) > 5000)).toBe(true);
  });

  test.each(['rest', 'websocket'] as const)('holds back all commands of the device over %s', async (over) => {
    const { client, clock, asked, script } = createRig({ commandsOver: over });
    client.listen(() => undefined);
    await clock.advance(100);
    script(over === 'rest' ? RELAYS : EXECUTE, limited(6));
    const work = Promise.all([client.setRelays('d1', { 1: 'on' }), client.setBaudRate('d1', 9600)]);
    expect(await clock.runUntil(work)).toMatchObject([{ ok: true }, { ok: true }]);
    const commands = asked().filter(({ key }) => key !== undefined);
    const [refusal, ...later] = commands.map(({ at }) => at);
    expect(later).toHaveLength(2);
    expect(later.every((at) => at - (refusal ?? 0) > 6000)).toBe(true);
  });

  test('refreshes a device over neither channel when one of them has refused it', async () => {
    const { client, clock, asked, connections, script } = createRig();
    client.listen(() => undefined);
    await clock.advance(100);
    script('device.state.get', limited(10));
    const work = client.readDevice('d1');
    await clock.advance(100);
    // From now on REST is all that there is, for no ticket is to be had for a while.
    script('POST /ws/ticket', limited(60));
    connections[0]?.drop();
    await clock.runUntil(work);
    const [refusal, next] = asked().filter(({ what }) => /d1|state.get/.test(what));
    expect(next).toMatchObject({ over: 'rest' });
    expect((next?.at ?? 0) - (refusal?.at ?? 0)).toBeGreaterThan(10_000);
  });

  test('gives up at once when the wait is too long, and holds back for as long all the same', async () => {
    const { client, clock, asked, script } = createRig();
    script('GET /devices', limited(600));
    expect(await clock.runUntil(client.listDevices())).toMatchObject({ failure: { code: 'RATE_LIMITED' } });
    expect(await clock.runUntil(client.listDevices())).toMatchObject({ failure: { code: 'HELD_BACK' } });
    expect(asked('GET /devices')).toHaveLength(1);
  });
});

describe('the delays of a client that is refused again and again', () => {
  test.each([
    ['DEVICE_BUSY (client.backs-off-when-busy)', BUSY],
    ['INTERNAL_ERROR (client.backs-off-on-500)', FAILED],
    ['lost responses', 'lost' as const],
  ])('grow after %s, and have an end', async (_, act) => {
    const { client, clock, delays, script } = createRig();
    script(RELAYS, ...Array.from({ length: 20 }, () => act));
    expect(await clock.runUntil(client.setRelays('d1', { 1: 'on' }))).toMatchObject({ ok: false });
    const all = delays(RELAYS);
    expect(all).toHaveLength(5);
    all.forEach((delay, index) => {
      const mean = 1000 * 2 ** Math.min(index, 3);
      expect(delay).toBeGreaterThanOrEqual(mean / 2);
      expect(delay).toBeLessThanOrEqual(mean * 1.5);
    });
  });

  test('grow over WebSocket as they do over REST', async () => {
    const { client, clock, delays, script } = createRig({ commandsOver: 'websocket' });
    client.listen(() => undefined);
    await clock.advance(100);
    script(EXECUTE, BUSY, BUSY, FAILED, FAILED);
    expect(await clock.runUntil(client.setRelays('d1', { 1: 'on' }))).toMatchObject({ ok: true });
    const [first = 0, second = 0, third = 0, fourth = 0] = delays(EXECUTE);
    expect(third + fourth).toBeGreaterThan(2 * (first + second));
  });

  test('are spread over a second among instances (client.coordinated-backoff)', async () => {
    const firsts = await Promise.all(
      Array.from({ length: 40 }, async (_, seed) => {
        const { client, clock, delays, script } = createRig({ seed });
        script('GET /devices', FAILED);
        script('GET /devices/d1/config', limited(3));
        await clock.runUntil(Promise.all([client.listDevices(), client.readConfig('d1')]));
        return [delays('GET /devices')[0] ?? 0, delays('GET /devices/d1/config')[0] ?? 0] as const;
      }),
    );
    for (const channel of [0, 1] as const) {
      const all = firsts.map((each) => each[channel]);
      expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(800);
    }
  });

  test('never let two operations run on one device', async () => {
    let running = 0;
    let most = 0;
    const { client, clock, script } = createRig({
      latency: 300,
      wraps: {
        exchange: (inner) => async (call, token) => {
          if (!call.path.startsWith('/devices/d1')) return inner(call, token);
          most = Math.max(most, (running += 1));
          return inner(call, token).finally(() => (running -= 1));
        },
      },
    });
    script(RELAYS, BUSY, BUSY);
    const work = [
      client.setRelays('d1', { 1: 'on' }),
      client.readDevice('d1'),
      client.setBaudRate('d1', 300),
    ];
    await clock.runUntil(Promise.all([...work, client.transceive('d1', '01'), client.readDevice('d1')]));
    expect(most).toBe(1);
  });
});
