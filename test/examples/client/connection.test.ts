import { describe, expect, test } from 'vitest';
import { createRig, limited, refused } from './rig.js';

const TICKET = 'POST /ws/ticket';
const PING = 'session.ping';

async function listening(options: Parameters<typeof createRig>[0] = {}) {
  const rig = createRig(options);
  rig.client.listen(() => undefined);
  await rig.clock.advance(1);
  return rig;
}

describe('tickets (client.ticket-just-in-time)', () => {
  test('are created right before connecting, one for each try', async () => {
    const { clock, asked, script, connections } = await listening();
    script('connect', refused(401, 'TICKET_INVALID'), 'lost');
    connections[0]?.drop();
    await clock.advance(60_000);
    const tries = asked('connect');
    expect(tries.map(({ body }) => body['ticket'])).toEqual(['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4']);
    expect(asked(TICKET).map(({ at }) => at)).toEqual(tries.map(({ at }) => at));
  });

  test('wait when they, or connections, are limited, and not between the two', async () => {
    const { clock, asked, script, connections } = await listening();
    script('connect', limited(20));
    connections[0]?.drop();
    await clock.advance(15_000);
    expect(asked(TICKET)).toHaveLength(2);
    script(TICKET, limited(30));
    await clock.advance(60_000);
    const [, second = 0, third = 0, fourth = 0] = asked(TICKET).map(({ at }) => at);
    expect(third - second).toBeGreaterThan(20_000);
    expect(fourth - third).toBeGreaterThan(30_000);
    expect(asked('connect').at(-1)?.at).toBe(fourth);
  });

  test('are not asked for again within a minute by a client that may not have one', async () => {
    const { clock, asked, script, connections } = await listening();
    script(TICKET, refused(403, 'APP_DISABLED'));
    connections[0]?.drop();
    await clock.advance(60_000);
    expect(asked(TICKET)).toHaveLength(2);
    await clock.advance(10_000);
    expect(asked(TICKET)).toHaveLength(3);
  });
});

describe('reconnecting (client.reconnect-backoff)', () => {
  const outage = async (seed: number) => {
    const { clock, asked, delays, script, connections } = await listening({ seed });
    await clock.advance(25_000);
    script(TICKET, ...Array.from({ length: 8 }, () => 'lost' as const));
    connections[0]?.drop();
    await clock.advance(300_000);
    expect(asked('connect')).toHaveLength(2);
    return delays(TICKET).slice(1);
  };

  test('takes longer from try to try, up to half a minute', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => outage(seed)));
    const bounds = [2000, 4000, 8000, 16_000, 30_000, 30_000];
    bounds.forEach((bound, index) => {
      const delays = all.map((each) => each[index] ?? 0);
      expect(Math.max(...delays)).toBeLessThanOrEqual(bound);
      expect(Math.max(...delays)).toBeGreaterThan(bound * 0.7);
    });
  });

  test('is never the same twice', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => outage(seed)));
    expect(new Set(all.flat()).size).toBe(all.flat().length);
  });

  /** From the end of each connection to the next try, for connections that live so long. */
  const gapsAfter = async (life: number): Promise<number[]> => {
    const { clock, asked, connections } = await listening({ seed: 5 });
    const gaps: number[] = [];
    for (let outages = 1; outages <= 8; outages++) {
      await clock.advance(life);
      connections.at(-1)?.drop();
      const from = clock.now();
      while (connections.length === outages) await clock.advance(50);
      gaps.push((asked('connect').at(-1)?.at ?? 0) - from);
    }
    return gaps;
  };

  test('begins anew after a connection of 20 seconds', async () => {
    const gaps = await gapsAfter(20_001);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1000);
  });

  test('goes on with growing delays after connections that were shorter', async () => {
    const gaps = await gapsAfter(19_000);
    expect(Math.max(...gaps.slice(4))).toBeGreaterThan(8000);
  });
});

describe('the heartbeat (client.heartbeat)', () => {
  test('comes every 30 seconds for as long as the connection is open', async () => {
    const { clock, delays, asked } = await listening();
    await clock.advance(601_000);
    expect(asked(PING)).toHaveLength(20);
    expect(new Set(delays(PING))).toEqual(new Set([30_000]));
    expect(asked('connect')).toHaveLength(1);
  });

  test('ends with its connection, and begins with the next one', async () => {
    const { clock, asked, connections } = await listening();
    await clock.advance(45_000);
    connections[0]?.drop();
    await clock.advance(40_000);
    const opened = asked('connect')[1]?.at ?? 0;
    expect(asked(PING).map(({ at }) => at)).toEqual([1_030_000, opened + 30_000]);
  });

  test('ends a connection on which no reply comes', async () => {
    const { clock, asked, script, connections } = await listening();
    script(PING, 'silent');
    await clock.advance(39_000);
    expect(connections[0]?.isOpen()).toBe(true);
    await clock.advance(5000);
    expect([connections[0]?.isOpen(), asked('connect').length]).toEqual([false, 2]);
  });

  test('waits as announced when it is limited, and the connection stays (client.waits-after-429)', async () => {
    const { clock, asked, delays, script } = await listening();
    script(PING, limited(50), limited(2));
    await clock.advance(150_000);
    expect(delays(PING)[0]).toBeGreaterThan(50_000);
    expect(delays(PING)[1]).toBe(30_000);
    expect(asked('connect')).toHaveLength(1);
  });

  test('has a requestId of its own each time (client.unique-request-ids)', async () => {
    const { client, clock, asked } = await listening();
    await clock.advance(100_000);
    await clock.runUntil(client.readDevice('d1'));
    const ids = asked().flatMap(({ body }) => body['requestId'] ?? []);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('the baseline (client.rebuilds-baseline)', () => {
  const readsOf = (rig: ReturnType<typeof createRig>, from: number): string[] =>
    rig
      .asked('device.state.get')
      .filter(({ at }) => at >= from)
      .map(({ body }) => body.data?.deviceId ?? '');

  test('is read on each connection, for all devices that were read, commanded or named', async () => {
    const rig = await listening();
    const { client, clock, connections } = rig;
    client.lookAfter('named');
    await clock.runUntil(
      Promise.all([client.readDevice('read'), client.setRelays('commanded', { 1: 'on' })]),
    );
    for (let outages = 0; outages < 3; outages++) {
      await clock.advance(30_000);
      connections.at(-1)?.drop();
      const from = clock.now();
      await clock.advance(20_000);
      expect(readsOf(rig, from).toSorted()).toEqual(['commanded', 'named', 'read']);
    }
  });

  test('leaves out what has been removed, or is not there any more', async () => {
    const rig = await listening();
    const { client, clock, connections, script } = rig;
    client.lookAfter('gone', 'kept');
    script('device.state.get', refused(404, 'DEVICE_NOT_FOUND'));
    await clock.runUntil(client.readDevice('gone'));
    await clock.runUntil(client.readDevice('removed'));
    await clock.runUntil(client.removeDevice('removed'));
    await clock.advance(1);
    connections[0]?.drop();
    const from = clock.now();
    await clock.advance(20_000);
    expect(readsOf(rig, from)).toEqual(['kept']);
  });

  test('ends up in what the client knows of its devices', async () => {
    const { client, clock, script, connections } = await listening();
    client.lookAfter('d1');
    const device = {
      deviceId: 'd1',
      connection: 'online',
      peripherals: { relays: [{ index: 1, on: true }] },
    };
    script('device.state.get', { status: 200, code: 'SUCCESS', data: { device } });
    connections[0]?.drop();
    await clock.advance(10_000);
    expect(client.stateOf('d1')).toEqual(device);
  });
});

describe('a client that is closed', () => {
  test('gives up what is under way, closes its connection, and sends no more', async () => {
    const { client, clock, asked, connections, script } = await listening();
    script('GET /devices', 'lost', limited(30));
    const work = client.listDevices();
    await clock.advance(500);
    await client.close();
    expect(await work).toMatchObject({ ok: false, failure: { code: 'CLOSED' } });
    expect(connections[0]?.isOpen()).toBe(false);
    const sent = asked().length;
    await clock.advance(200_000);
    expect(await client.readDevice('d1')).toMatchObject({ failure: { code: 'CLOSED' } });
    expect(asked()).toHaveLength(sent);
    expect(clock.pending()).toEqual([]);
  });

  test('waits for a new connection no longer', async () => {
    const { client, clock, asked, connections, script } = await listening();
    script('POST /ws/ticket', limited(100));
    connections[0]?.drop();
    await clock.advance(5000);
    await client.close();
    await clock.advance(200_000);
    expect(asked('connect')).toHaveLength(1);
  });
});
