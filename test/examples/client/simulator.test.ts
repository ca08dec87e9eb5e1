// The example client, over real sockets, against the simulator on good days and on bad ones.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../examples/client/client.js';
import type { DeviceEvent } from '../../../examples/client/events.js';
import { follow } from '../../../examples/client/follow.js';
import type { Settings } from '../../../examples/client/parts.js';
import { createManualClock, passTime, startSimulator, type StartedSimulator } from '../../../src/index.js';
import { createRandom } from '../../../src/kernel/random.js';

const clock = createManualClock(Date.UTC(2026, 0, 1));
const DEVICE = 'bench-01';
let cloud: StartedSimulator;
/** Where the journal of the test begins: a reset does not empty it. */
let since = 0;

beforeAll(async () => {
  cloud = await startSimulator({ clock });
});
beforeEach(() => {
  cloud.reset();
  since = cloud.journal.records().at(-1)?.seq ?? 0;
});
afterAll(() => cloud.close());

/** Gives the client to the work, and closes it afterwards. */
async function withClient(work: (client: Client) => Promise<void>, settings: Partial<Settings> = {}) {
  const random = createRandom(3).stream('client');
  const credentials = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
  const ports = { clock, random: () => random.fraction() };
  const client = createClient({ url: cloud.url, ...credentials, ...ports, ...settings });
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

function pass(ms: number): Promise<void> {
  return passTime(clock, clock.sleep(ms));
}

/** Listens, and waits until the baseline of the device has been read. */
async function connected(
  client: Client,
  onEvent: (event: DeviceEvent) => void = () => undefined,
): Promise<void> {
  client.lookAfter(DEVICE);
  client.listen(onEvent);
  await pass(2000);
  expect(client.stateOf(DEVICE)).toBeDefined();
}

function repliesOf(what: string) {
  const records = cloud.journal.records({ since });
  return records.flatMap((each) => (each.kind === 'reply' && each.what === what ? [each] : []));
}

function executions(): number | undefined {
  return cloud.device(DEVICE)?.physical().executions;
}

const CHANNELS = ['rest', 'websocket'] as const;

describe('on a calm day', () => {
  test('a client that does everything for five minutes is never refused anything', () =>
    withClient(async (client) => {
      await connected(client);
      for (let rounds = 0; rounds < 5; rounds++) {
        const work = [
          client.listDevices(),
          client.listProfiles(),
          client.readConfig(DEVICE),
          client.readDevice(DEVICE),
          client.readDevice('bench-02'),
          client.setRelays(DEVICE, { 1: rounds % 2 === 0 ? 'on' : 'off', 2: 'jog' }),
          client.setBaudRate(DEVICE, 9600),
          client.setJogDuration(DEVICE, 2, 300),
          client.transceive(DEVICE, 'ee0102', 500),
          client.readDevice(DEVICE),
        ];
        for (const result of await passTime(clock, Promise.all(work)))
          expect(result).toMatchObject({ ok: true });
        await pass(60_000);
      }
      const records = cloud.journal.records({ since });
      const replies = records.flatMap((each) => (each.kind === 'reply' ? [each.code] : []));
      expect(new Set(replies)).toEqual(new Set(['SUCCESS']));
      expect(repliesOf('session.ping').length).toBeGreaterThanOrEqual(9);
      expect([repliesOf('token.create').length, repliesOf('ticket.create').length]).toEqual([1, 1]);
    }));

  test('devices are added, their passwords changed, and removed', () =>
    withClient(async (client) => {
      const device = { deviceId: 'new-01', profileId: 'mini-3', password: 'one' };
      expect(await passTime(clock, client.addDevice(device))).toMatchObject({ ok: true });
      expect(await passTime(clock, client.addDevice(device))).toMatchObject({
        failure: { code: 'DEVICE_EXISTS' },
      });
      expect(await passTime(clock, client.changePassword('new-01', 'one', 'two'))).toMatchObject({
        ok: true,
      });
      expect(await passTime(clock, client.removeDevice('new-01'))).toMatchObject({ ok: true });
      expect(await passTime(clock, client.readDevice('new-01'))).toMatchObject({ failure: { status: 404 } });
    }));

  test.each(CHANNELS)('a command over %s is carried out, and can be read', (over) =>
    withClient(
      async (client) => {
        await connected(client);
        const result = await passTime(clock, client.setRelays(DEVICE, { 2: 'on', 3: 'on' }));
        const commandId = result.ok ? result.value.commandId : '';
        const read = await passTime(clock, client.readCommand(commandId));
        expect(read).toMatchObject({ ok: true, value: { commandId, status: 'SUCCEEDED' } });
        expect(executions()).toBe(1);
        const silent = await passTime(clock, client.transceive(DEVICE, '0909', 300));
        expect(silent).toMatchObject({ ok: true, value: { status: 'TIMEOUT' } });
      },
      { commandsOver: over },
    ),
  );

  test('what a client may not do is asked for once', () =>
    withClient(
      async (client) => {
        for (let tries = 0; tries < 3; tries++) {
          const result = await passTime(clock, client.setRelays(DEVICE, { 1: 'on' }));
          expect(result).toMatchObject({ failure: { code: 'AUTH_SCOPE_DENIED' } });
        }
        expect(repliesOf('relays.set')).toHaveLength(1);
      },
      { clientId: 'reader', clientSecret: 'demo-reader-secret' },
    ));

  test('wrong credentials are tried once', () =>
    withClient(
      async (client) => {
        client.listen(() => undefined);
        await pass(30_000);
        expect(await passTime(clock, client.listDevices())).toMatchObject({
          failure: { code: 'AUTH_INVALID' },
        });
        expect(repliesOf('token.create')).toHaveLength(1);
      },
      { clientSecret: 'wrong' },
    ));
});

describe.each(CHANNELS)('on a bad day, a command over %s', (over) => {
  const switched = (client: Client) => passTime(clock, client.setRelays(DEVICE, { 2: 'on' }));

  test.each([
    ['is limited', { fault: 'rate-limited', with: { retryAfter: '3s' } }],
    ['fails', { fault: 'internal-error', with: {} }],
    ['fails after it has been carried out', { fault: 'internal-error', with: { executes: true } }],
    ['takes longer than the client waits', { fault: 'latency', with: { delay: '25s', where: 'after' } }],
  ])('is carried out once when it %s', (_, fault) =>
    withClient(
      async (client) => {
        await connected(client);
        const channel = over === 'rest' ? { on: { route: 'relays.set' } } : {};
        cloud.faults.order({ ...fault, ...channel, with: { ...fault.with, over }, count: 2 });
        expect(await switched(client)).toMatchObject({ ok: true, value: { status: 'SUCCEEDED' } });
        expect(executions()).toBe(1);
      },
      { commandsOver: over },
    ),
  );

  test('is carried out once when its connection breaks', () =>
    withClient(
      async (client) => {
        await connected(client);
        const slow = cloud.faults.order({ fault: 'slow', on: { device: DEVICE }, with: { delay: '500ms' } });
        if (over === 'rest')
          cloud.faults.order({ fault: 'response-lost', on: { route: 'relays.set' }, count: 2 });
        else cloud.faults.order({ fault: 'close', after: '300ms', with: { code: 1006 } });
        expect(await switched(client)).toMatchObject({ ok: true, value: { status: 'SUCCEEDED' } });
        expect(executions()).toBe(1);
        cloud.faults.clear(slow);
      },
      { commandsOver: over },
    ));

  test('waits with growing delays for a device that does something else', () =>
    withClient(
      async (client) => {
        await connected(client);
        // Somebody else keeps the device busy for some seconds.
        cloud.faults.order({ fault: 'slow', on: { device: DEVICE }, with: { delay: '5s' }, count: 1 });
        const other = { clientId: 'controller', clientSecret: 'demo-controller-secret' };
        await withClient(async (neighbour) => {
          const theirs = neighbour.setRelays(DEVICE, { 4: 'on' });
          await pass(500);
          expect(await switched(client)).toMatchObject({ ok: true });
          expect(await theirs).toMatchObject({ ok: true });
        }, other);
        const what = over === 'rest' ? 'relays.set' : 'device.operation.execute';
        const busy = repliesOf(what).filter(({ code }) => code === 'DEVICE_BUSY');
        expect(busy.length).toBeGreaterThanOrEqual(2);
        expect(executions()).toBe(2);
      },
      { commandsOver: over },
    ));
});

describe('on a bad day', () => {
  test('refreshes are granted at three seconds apart, whatever is lost', () =>
    withClient(async (client) => {
      await connected(client);
      cloud.faults.order({ fault: 'internal-error', probability: 0.3 });
      cloud.faults.order({ fault: 'rate-limited', probability: 0.2, with: { retryAfter: '4s' } });
      cloud.faults.order({ fault: 'response-lost', probability: 0.2 });
      cloud.faults.order({ fault: 'close', with: { connections: 'all', lifetime: '20s', code: 1006 } });
      for (let reads = 0; reads < 10; reads++) await passTime(clock, client.readDevice(DEVICE));
      const reads = [...repliesOf('devices.read'), ...repliesOf('device.state.get')];
      const granted = reads.filter(({ code }) => code === 'SUCCESS').map(({ at }) => at);
      const limited = reads.filter(({ code }) => code === 'RATE_LIMITED');
      expect(granted.length).toBeGreaterThan(5);
      expect(
        granted
          .toSorted((a, b) => a - b)
          .every((at, index, all) => index === 0 || at - (all[index - 1] ?? 0) >= 3000),
      ).toBe(true);
      // The budget itself has never refused one: all that were limited are the fault's.
      const faults = cloud.journal.records({ kinds: ['fault'], since }).map((each) => JSON.stringify(each));
      expect(limited.length).toBeLessThanOrEqual(
        faults.filter((each) => each.includes('rate-limited')).length,
      );
    }));

  test('a client whose token has expired gets another one and goes on', () =>
    withClient(async (client) => {
      await passTime(clock, client.listDevices());
      cloud.faults.order({ fault: 'token-expiry' });
      expect(await passTime(clock, client.listDevices())).toMatchObject({ ok: true });
      expect(repliesOf('token.create')).toHaveLength(2);
    }));

  test('a connection that breaks is replaced, and the devices read again', () =>
    withClient(async (client) => {
      const heard: DeviceEvent[] = [];
      await connected(client, (event) => heard.push(event));
      await pass(25_000);
      cloud.faults.order({ fault: 'restart', with: { downtime: '10s' } });
      const from = clock.now();
      await pass(50_000);
      expect(client.connected).toBe(true);
      expect(repliesOf('device.state.get').filter(({ at }) => at > from)).not.toEqual([]);
      cloud.device(DEVICE)?.stimuli.setInput(3, true);
      await pass(1000);
      expect(heard.map(({ topic }) => topic)).toEqual(['device.state.changed']);
    }));

  test('a connection that is dead without a word is noticed', () =>
    withClient(async (client) => {
      await connected(client);
      cloud.faults.order({ fault: 'half-open', for: '5min' });
      await pass(60_000);
      expect(repliesOf('ticket.create')).toHaveLength(2);
      expect(client.connected).toBe(true);
    }));

  test('what is odd about events disturbs nobody, and each is acted upon once', () =>
    withClient(async (client) => {
      const topics: string[] = [];
      await connected(client, (event) => {
        topics.push(event.topic);
        void follow(client, { deviceId: DEVICE, input: 3, relay: 4 }, event);
      });
      for (const fault of ['unknown-fields', 'unknown-topics', 'duplicate-events'])
        cloud.faults.order({ fault });
      for (const active of [true, false, true]) {
        cloud.device(DEVICE)?.stimuli.setInput(3, active);
        await pass(2000);
      }
      expect(repliesOf('relays.set')).toHaveLength(3);
      expect(new Set(topics)).toEqual(new Set(['device.state.changed']));
      expect(client.stateOf(DEVICE)).toMatchObject({
        peripherals: { relays: [{}, {}, {}, { index: 4, on: true }] },
      });
    }));
});
