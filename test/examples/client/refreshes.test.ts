import { describe, expect, test } from 'vitest';
import { BUSY, createRig } from './rig.js';

const OVER_REST = 'GET /devices/d1';
const OVER_WEBSOCKET = 'device.state.get';

describe('refreshes of one device (client.refresh-spacing)', () => {
  const refreshesOf = (rig: ReturnType<typeof createRig>) =>
    rig.asked().filter(({ what }) => what === OVER_REST || what === OVER_WEBSOCKET);

  test('leave at least three seconds between them', async () => {
    const { client, clock, asked } = createRig({ latency: 200 });
    for (let reads = 0; reads < 4; reads++) await clock.runUntil(client.readDevice('d1'));
    const times = asked(OVER_REST).map(({ at }) => at);
    expect(times).toHaveLength(4);
    // From the reply of one to the next.
    times.slice(1).forEach((at, index) => expect(at - (times[index] ?? 0) - 200).toBeGreaterThan(3000));
  });

  test('leave them across the channels', async () => {
    const rig = createRig();
    const { client, clock, connections } = rig;
    await clock.runUntil(client.readDevice('d1'));
    client.listen(() => undefined);
    await clock.advance(10);
    await clock.runUntil(client.readDevice('d1'));
    connections[0]?.drop();
    await clock.runUntil(client.readDevice('d1'));
    const all = refreshesOf(rig);
    expect(new Set(all.map(({ over }) => over))).toEqual(new Set(['rest', 'websocket']));
    all.slice(1).forEach(({ at }, index) => expect(at - (all[index]?.at ?? 0)).toBeGreaterThan(3000));
  });

  test('leave them also after one whose reply was lost, and grow from there', async () => {
    const { client, clock, delays, script } = createRig();
    script(OVER_REST, 'lost', 'lost', 'lost');
    await clock.runUntil(client.readDevice('d1'));
    const [first = 0, second = 0, third = 0] = delays(OVER_REST);
    expect(first).toBeGreaterThan(3000);
    expect(second).toBeGreaterThan(1.5 * first);
    expect(third).toBeGreaterThan(1.5 * second);
  });

  test('do not wait so long after DEVICE_BUSY, which has cost nothing', async () => {
    const { client, clock, delays, script } = createRig();
    script(OVER_REST, BUSY);
    await clock.runUntil(client.readDevice('d1'));
    expect(delays(OVER_REST)[0]).toBeLessThanOrEqual(1500);
  });

  test('are one for all who ask while it waits', async () => {
    const { client, clock, asked } = createRig();
    await clock.runUntil(client.readDevice('d1'));
    const results = await clock.runUntil(Promise.all([1, 2, 3].map(() => client.readDevice('d1'))));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(asked(OVER_REST)).toHaveLength(2);
  });

  test('do not hold up commands while they wait', async () => {
    const { client, clock } = createRig();
    await clock.runUntil(client.readDevice('d1'));
    const read = client.readDevice('d1');
    const before = clock.now();
    await clock.runUntil(client.setRelays('d1', { 1: 'on' }));
    expect(clock.now()).toBe(before);
    await clock.runUntil(read);
  });

  test('of another device do not wait', async () => {
    const { client, clock } = createRig();
    await clock.runUntil(client.readDevice('d1'));
    const before = clock.now();
    await clock.runUntil(client.readDevice('d2'));
    expect(clock.now()).toBe(before);
  });
});
