import { describe, expect, test } from 'vitest';
import { readEnvironment, runProgram } from '../../../examples/client/program.js';
import { createRig } from './rig.js';

const ENVIRONMENT = { CONFORM_URL: 'http://s', CONFORM_CLIENT_ID: 'me', CONFORM_CLIENT_SECRET: 'hush' };

interface Told {
  readonly ok?: boolean;
  readonly order?: { readonly do: string };
  readonly event?: { readonly eventId: string };
  readonly following?: object;
}

/** Lines that come when the test says so. */
function createLines() {
  const waiting: ((result: IteratorResult<string, undefined>) => void)[] = [];
  const ready: IteratorResult<string, undefined>[] = [];
  const put = (result: IteratorResult<string, undefined>): void => {
    const taker = waiting.shift();
    if (taker) taker(result);
    else ready.push(result);
  };
  const next = (): Promise<IteratorResult<string, undefined>> => {
    const first = ready.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve));
  };
  return {
    lines: { [Symbol.asyncIterator]: () => ({ next }) },
    say: (order: object | string) =>
      put({ done: false, value: typeof order === 'string' ? order : JSON.stringify(order) }),
    end: () => put({ done: true, value: undefined }),
  };
}

function startProgram(deviceIds: readonly string[] = ['d1', 'd2']) {
  const rig = createRig();
  const { lines, say, end } = createLines();
  const told: Told[] = [];
  const stopping = new AbortController();
  const { clock, ports } = rig;
  const done = runProgram({
    settings: { url: 'http://service', clientId: 'me', clientSecret: 'a secret', ...ports },
    deviceIds,
    lines,
    write: (line) => told.push(JSON.parse(line) as Told),
    clock,
    random: ports.random,
    stop: stopping.signal,
  });
  return { ...rig, say, end, told, stop: () => stopping.abort(), done };
}

describe('the program', () => {
  test('reads its settings from the environment, and says which one is missing', () => {
    expect(readEnvironment({ ...ENVIRONMENT, CONFORM_DEVICE_ID: 'a', CONFORM_DEVICE_IDS: 'a, b' })).toEqual({
      url: 'http://s',
      clientId: 'me',
      clientSecret: 'hush',
      deviceIds: ['a', 'b'],
      commandsOver: 'rest',
    });
    expect(
      readEnvironment({ ...ENVIRONMENT, CONFORM_DEVICE_ID: 'a', CONFORM_WS_URL: 'ws://w' }),
    ).toMatchObject({
      deviceIds: ['a'],
      wsUrl: 'ws://w',
    });
    for (const name of Object.keys(ENVIRONMENT))
      expect(readEnvironment({ ...ENVIRONMENT, [name]: '' })).toBe(name);
  });

  test('connects, reads its devices, and goes on reading them', async () => {
    const { clock, asked, stop, done } = startProgram();
    await clock.advance(1000);
    const first = asked().map(({ what }) => what);
    expect(first).toContain('GET /devices/d1/config');
    expect(asked('device.state.get').map(({ body }) => body.data?.deviceId)).toEqual(['d1', 'd2']);
    await clock.advance(150_000);
    expect(asked('device.state.get').length).toBeGreaterThanOrEqual(6);
    stop();
    await clock.runUntil(done);
  });

  test('looks after all devices that are listed when it is told of none', async () => {
    const { clock, asked, end, done } = startProgram([]);
    await clock.advance(1000);
    expect(asked('device.state.get').map(({ body }) => body.data?.deviceId)).toEqual(['d1']);
    end();
    await clock.runUntil(done);
  });

  test('obeys each order and tells its outcome', async () => {
    const { clock, asked, say, told, done } = startProgram();
    await clock.advance(5000);
    const relays = [
      { index: 1, action: 'on' },
      { index: 2, action: 'off' },
    ];
    const orders = [
      { do: 'setRelays', deviceId: 'd1', relays },
      { do: 'transceive', deviceId: 'd1', data: '0103', timeoutMs: 200 },
      { do: 'setBaudRate', deviceId: 'd1', baudRate: 9600 },
      { do: 'setJogDuration', deviceId: 'd1', index: 2, durationMs: 500 },
      { do: 'refresh', deviceId: 'd1' },
      { do: 'readConfig', deviceId: 'd1' },
      { do: 'readCommand', commandId: 'c1' },
      { do: 'listDevices' },
    ];
    for (const order of orders) say(order);
    await clock.advance(10_000);
    const outcomes = told.map(({ order, ok }) => `${order?.do} ${ok}`);
    expect(new Set(outcomes)).toEqual(new Set(orders.map((order) => `${order.do} true`)));
    expect(outcomes).toHaveLength(orders.length);
    expect(asked('POST /devices/d1/relays/commands').map(({ body }) => body)).toEqual([{ relays }]);
    say({ do: 'stop' });
    await clock.runUntil(done);
  });

  test('tells events after the order to listen, and lets a relay follow an input', async () => {
    const { clock, asked, say, told, connections, end, done } = startProgram();
    await clock.advance(1000);
    const event = (eventId: string) => ({
      type: 'event',
      topic: 'device.state.changed',
      eventId,
      data: {
        deviceId: 'd1',
        changes: [{ kind: 'digitalInput', index: 1 }],
        peripherals: { digitalInputs: [{ index: 1, active: true }] },
      },
    });
    connections[0]?.tell(event('before'));
    say({ do: 'listen', deviceId: 'd1', input: 1, relay: 2 });
    await clock.advance(10);
    connections[0]?.tell(event('after'));
    await clock.advance(10);
    expect(told.map((each) => each.event?.eventId ?? each.following)).toEqual([
      'after',
      { deviceId: 'd1', input: 1, relay: 2 },
    ]);
    expect(asked('POST /devices/d1/relays/commands')).toHaveLength(1);
    end();
    await clock.runUntil(done);
  });

  test.each(['{"do":"dance"}', '{"do":"refresh"}', '{"do":"setRelays","deviceId":"d1"}', 'nonsense', '7'])(
    'says that it cannot read %s, and goes on',
    async (line) => {
      const { clock, say, told, end, done } = startProgram();
      say('');
      say(line);
      await clock.advance(1000);
      expect(told).toMatchObject([{ line, ok: false, failure: { code: 'UNREADABLE' } }]);
      end();
      await clock.runUntil(done);
    },
  );

  test('finishes what is under way when the lines end, for five seconds at most', async () => {
    const { clock, say, script, told, end, done } = startProgram();
    await clock.advance(5000);
    script('POST /devices/d1/relays/commands', 'lost');
    script('PUT /devices/d2/rs485/baud-rate', ...Array.from({ length: 9 }, () => 'lost' as const));
    say({ do: 'setRelays', deviceId: 'd1', relays: [{ index: 1, action: 'on' }] });
    say({ do: 'setBaudRate', deviceId: 'd2', baudRate: 300 });
    end();
    const from = clock.now();
    await clock.runUntil(done);
    expect(clock.now() - from).toBeLessThanOrEqual(5000);
    expect(told).toMatchObject([{ ok: true }, { ok: false, failure: { code: 'CLOSED' } }]);
  });
});
