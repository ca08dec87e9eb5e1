// What each variant shows from outside, beside what the usual service shows at the same place.
import { demoDevices } from '../simulator/fleet/demo-devices.js';
import type { Line, Rig } from './rig.js';
import { TIME_DIFFERENCES } from './time-differences.js';

export interface Difference {
  readonly variant: string;
  /** What is looked at, in words. */
  readonly what: string;
  readonly see: (rig: Rig) => Promise<unknown>;
  readonly usual: unknown;
  readonly varied: unknown;
}

const STATE = '/devices/bench-01';

/** How many of `count` requests have this. */
async function among(count: number, ask: () => Promise<boolean>): Promise<number> {
  let found = 0;
  for (let nth = 0; nth < count; nth++) if (await ask()) found++;
  return found;
}

async function relayEvents(rig: Rig): Promise<Line> {
  const line = await rig.connect();
  await rig.relays([[2, 'on']]);
  return line;
}

/** The second refresh, at once after the first. */
async function tooSoon(rig: Rig) {
  await rig.operator('GET', STATE);
  return rig.operator('GET', STATE);
}

export const DIFFERENCES: readonly Difference[] = [
  ...TIME_DIFFERENCES,
  {
    variant: 'asynchronous-commands',
    what: 'the status of a relay command in its own reply',
    see: async (rig) => (await rig.relays([[2, 'on']])).body.data.command.status,
    usual: 'SUCCEEDED',
    varied: 'PENDING',
  },
  {
    variant: 'long-budget',
    what: 'the announced delay',
    see: async (rig) => (await tooSoon(rig)).body.data.retryAfterSeconds,
    usual: 3,
    varied: 5,
  },
  {
    variant: 'small-pages',
    what: 'how many devices a list shows that is not told how many',
    see: async (rig) => (await rig.operator('GET', '/devices')).body.data.devices.length,
    usual: 20,
    varied: 2,
  },
  {
    variant: 'small-quotas',
    what: 'whether a hundred lists in a row are served',
    see: async (rig) =>
      (await among(100, async () => (await rig.operator('GET', '/devices')).status === 429)) > 0,
    usual: false,
    varied: true,
  },
  {
    variant: 'internal-errors',
    what: 'whether some of a thousand lists fail',
    see: async (rig) =>
      (await among(1000, async () => (await rig.operator('GET', '/devices')).status === 500)) > 0,
    usual: false,
    varied: true,
  },
  {
    variant: 'lost-responses',
    what: 'whether some of a thousand responses are lost',
    see: async (rig) =>
      (await among(1000, async () => (await rig.operator('GET', '/devices')).delivery === 'reset')) > 0,
    usual: false,
    varied: true,
  },
  {
    variant: 'short-connections',
    what: 'a connection after 21 s',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.advance(21_000);
      return line.closed;
    },
    usual: [],
    varied: [1001],
  },
  {
    variant: 'delayed-events',
    what: 'events when the command has ended',
    see: async (rig) => (await relayEvents(rig)).events().length,
    usual: 1,
    varied: 0,
  },
  {
    variant: 'duplicated-events',
    what: 'events a second later',
    see: async (rig) => {
      const line = await relayEvents(rig);
      await rig.advance(1000);
      return line.events().length;
    },
    usual: 1,
    varied: 2,
  },
  {
    variant: 'unknown-event-fields',
    what: 'whether an event has a field of the future',
    see: async (rig) => 'xFuture' in (await relayEvents(rig)).events()[0],
    usual: false,
    varied: true,
  },
  {
    variant: 'unknown-topics',
    what: 'whether there are topics that nobody knows',
    see: async (rig) => {
      const line = await relayEvents(rig);
      await rig.advance(60_000);
      return line.events().some(({ topic }) => topic !== 'device.state.changed');
    },
    usual: false,
    varied: true,
  },
  {
    variant: 'foreign-traffic',
    what: 'whether a relay switches without a command',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.advance(60_000);
      return line.events().length > 0;
    },
    usual: false,
    varied: true,
  },
  {
    variant: 'chattering-inputs',
    what: 'whether one edge makes several events',
    see: async (rig) => {
      const line = await rig.connect();
      rig.device('bench-01')?.stimuli.setInput(2, true);
      await rig.advance(1000);
      return line.events().length > 1;
    },
    usual: false,
    varied: true,
  },
  {
    variant: 'restless-sensors',
    what: 'whether a temperature moves within three seconds',
    see: async (rig) => {
      const read = async () =>
        (await rig.operator('GET', STATE)).body.data.device.peripherals.sensors[0].value;
      const before = await read();
      await rig.advance(3000);
      return before !== (await read());
    },
    usual: false,
    varied: true,
  },
  {
    variant: 'short-tokens',
    what: 'a token after 61 s',
    see: async (rig) => {
      await rig.operator('GET', '/devices');
      await rig.advance(61_000);
      return (await rig.operator('GET', '/devices')).status;
    },
    usual: 200,
    varied: 401,
  },
  {
    variant: 'short-tickets',
    what: 'how long a ticket lives, in seconds',
    see: async (rig) => (await rig.operator('POST', '/ws/ticket')).body.data.expiresIn,
    usual: 60,
    varied: 2,
  },
  {
    variant: 'reused-tokens',
    what: 'whether a second request gives the same token, and how long it lasts then',
    see: async (rig) => {
      const demo = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
      const ask = async () => (await rig.operator('POST', '/auth/token', demo)).body.data;
      const first = await ask();
      await rig.advance(10_500);
      const second = await ask();
      return [second.accessToken === first.accessToken, second.expiresIn];
    },
    usual: [false, 3600],
    varied: [true, 49],
  },
  {
    variant: 'fractional-delays',
    what: 'the delay in the data and in the header',
    see: async (rig) => {
      const { body, headers } = await tooSoon(rig);
      return [body.data.retryAfterSeconds, headers['retry-after']];
    },
    usual: [3, '3'],
    varied: [4.4, '5'],
  },
  {
    variant: 'devices-offline',
    what: 'devices that are offline, and devices that a profile names',
    see: async (rig) => {
      const { devices } = (await rig.operator('GET', '/devices')).body.data;
      const offline = devices.filter(({ connection }: { connection: string }) => connection === 'offline');
      return [offline.length, Object.keys(rig.profile.devices).length];
    },
    usual: [0, demoDevices().length],
    varied: [3, demoDevices().length],
  },
  {
    variant: 'other-dialect',
    what: 'whether a device has a deviceId',
    see: async (rig) => 'deviceId' in (await rig.operator('GET', '/devices')).body.data.devices[0],
    usual: true,
    varied: false,
  },
  {
    variant: 'slow-devices',
    what: 'whether a relay command takes longer than 300 ms',
    see: async (rig) => (await rig.relays([[2, 'on']])).took > 300,
    usual: false,
    varied: true,
  },
  {
    variant: 'rejections',
    what: 'whether some of a thousand lists are rejected',
    see: async (rig) =>
      (await among(1000, async () => (await rig.operator('GET', '/devices')).status === 429)) > 0,
    usual: false,
    varied: true,
  },
  {
    variant: 'slow-bodies',
    what: 'whether some of a hundred bodies are slow',
    see: async (rig) =>
      (await among(100, async () => (await rig.operator('GET', '/devices')).delivery === 'slow')) > 0,
    usual: false,
    varied: true,
  },
  {
    variant: 'deployments',
    what: 'a connection after half a minute',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.advance(30_000);
      return line.closed;
    },
    usual: [],
    varied: [1012],
  },
  {
    variant: 'compatibility-gone',
    what: 'the single-relay endpoint',
    see: async (rig) => (await rig.operator('POST', `${STATE}/relays/2/commands`, { action: 'on' })).status,
    usual: 200,
    varied: 404,
  },
  {
    variant: 'keep-alive-off',
    what: 'the header Connection',
    see: async (rig) => (await rig.operator('GET', '/devices')).headers['connection'],
    usual: undefined,
    varied: 'close',
  },
  {
    variant: 'header-case',
    what: 'header names of a 429',
    see: async (rig) => Object.keys((await tooSoon(rig)).headers).toSorted(),
    usual: ['retry-after'],
    varied: ['RETRY-AFTER', 'X-SERVED-BY'],
  },
  {
    variant: 'other-codes',
    what: 'code and message for an unknown device',
    see: async (rig) => {
      const { code, message } = (await rig.operator('GET', '/devices/nobody')).body;
      return [code, message.length > 0];
    },
    usual: ['DEVICE_NOT_FOUND', true],
    varied: ['E_DEVICE_NOT_FOUND_V2', false],
  },
  {
    variant: 'early-events',
    what: 'whether pings that are sent in a row are answered at once',
    see: async (rig) => {
      const line = await rig.connect();
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) line.send('session.ping', {}, id);
      await rig.advance(0);
      const atOnce = line.frames.length;
      await rig.advance(1000);
      return [
        atOnce,
        line.frames.length,
        line.frames.map(({ requestId }) => requestId).join('') === 'abcdef',
      ];
    },
    usual: [6, 6, true],
    varied: [0, 6, false],
  },
  {
    variant: 'merged-events',
    what: 'the changes in each event of two inputs that follow each other',
    see: async (rig) => {
      const line = await rig.connect();
      rig.device('bench-01')?.stimuli.setInput(2, true);
      await rig.advance(50);
      rig.device('bench-01')?.stimuli.setInput(3, true);
      await rig.advance(1000);
      return line.events().map(({ data }) => data.changes.length);
    },
    usual: [1, 1],
    varied: [2],
  },
  {
    variant: 'split-events',
    what: 'the changes in each event of a command for two relays',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.relays([
        [2, 'on'],
        [3, 'on'],
      ]);
      return line.events().map(({ data }) => data.changes.length);
    },
    usual: [2],
    varied: [1, 1],
  },
  {
    variant: 'extra-fields',
    what: 'the fields of a success',
    see: async (rig) => Object.keys((await rig.operator('GET', '/devices')).body).toSorted(),
    usual: ['code', 'data', 'message'],
    varied: ['code', 'data', 'message', 'requestId', 'xNote', 'xSince'],
  },
  {
    variant: 'keys-required',
    what: 'a command without a key, and one with a key',
    see: async (rig) => [
      (await rig.relays([[2, 'on']])).status,
      (await rig.relays([[2, 'off']], 'a-key')).status,
    ],
    usual: [200, 200],
    varied: [400, 200],
  },
  {
    variant: 'generous-delays',
    what: 'the announced delay',
    see: async (rig) => (await tooSoon(rig)).body.data.retryAfterSeconds,
    usual: 3,
    varied: 6,
  },
  {
    variant: 'closed-bad-frames',
    what: 'a frame without a topic',
    see: async (rig) => {
      const line = await rig.connect();
      line.say('{"requestId":"x"}');
      await rig.advance(0);
      return [line.frames.length, line.closed];
    },
    usual: [1, []],
    varied: [0, [1008]],
  },
  {
    variant: 'spare-json',
    what: 'the last field of a success, and data of an error',
    see: async (rig) => {
      const { text } = await rig.operator('GET', '/devices');
      const { body } = await rig.operator('GET', '/devices/nobody');
      return [/\n\s*"code": "SUCCESS"\n\}\n$/.test(text), 'data' in body];
    },
    usual: [false, true],
    varied: [true, false],
  },
  {
    variant: 'odd-identifiers',
    what: 'whether ticket and command identifier are plain, and the command is read back',
    see: async (rig) => {
      const { ticket } = (await rig.operator('POST', '/ws/ticket')).body.data;
      const { commandId } = (await rig.relays([[2, 'on']])).body.data.command;
      const read = await rig.operator('GET', `/commands/${encodeURIComponent(commandId)}`);
      return [ticket, commandId]
        .map((id) => /^[\w-]+$/.test(id))
        .concat(read.body.data.command.commandId === commandId);
    },
    usual: [true, true, true],
    varied: [false, false, true],
  },
];
