// What the variants show that differ in times, and in when something comes.
import type { Difference } from './differences.js';

export const TIME_DIFFERENCES: readonly Difference[] = [
  {
    variant: 'latency-with-jitter',
    what: 'whether a list takes time',
    see: async (rig) => (await rig.operator('GET', '/devices')).took > 0,
    usual: false,
    varied: true,
  },
  {
    variant: 'repeated-events',
    what: 'events ten seconds later',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.relays([[2, 'on']]);
      await rig.advance(10_000);
      return line.events().length;
    },
    usual: 1,
    varied: 4,
  },
  {
    variant: 'frames-in-bursts',
    what: 'whether pings that are sent in a row are answered at once',
    see: async (rig) => {
      const line = await rig.connect();
      for (const id of ['a', 'b']) line.send('session.ping', {}, id);
      await rig.advance(0);
      const atOnce = line.frames.length;
      await rig.advance(1000);
      return [atOnce, line.frames.map(({ requestId }) => requestId).join('')];
    },
    usual: [2, 'ab'],
    varied: [0, 'ab'],
  },
  {
    variant: 'coarse-clock',
    what: 'whether the time of an event is a whole minute',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.advance(1234);
      await rig.relays([[2, 'on']]);
      return line.events()[0].occurredAt.endsWith(':00.000Z');
    },
    usual: false,
    varied: true,
  },
  {
    variant: 'cached-lists',
    what: 'a device in the list that has gone offline: at once, and seconds later',
    see: async (rig) => {
      const shown = async () =>
        (await rig.operator('GET', '/devices')).body.data.devices.find(
          ({ deviceId }: { deviceId: string }) => deviceId === 'bench-02',
        ).connection;
      await shown();
      rig.device('bench-02')?.stimuli.dropLink();
      const atOnce = await shown();
      await rig.advance(3000);
      return [atOnce, await shown()];
    },
    usual: ['offline', 'offline'],
    varied: ['online', 'offline'],
  },
  {
    variant: 'very-late-events',
    what: 'events after five seconds, and after nine',
    see: async (rig) => {
      const line = await rig.connect();
      await rig.relays([[2, 'on']]);
      await rig.advance(5000);
      const soon = line.events().length;
      await rig.advance(4000);
      return [soon, line.events().length];
    },
    usual: [1, 1],
    varied: [0, 1],
  },
  {
    variant: 'short-memory',
    what: 'whether a key means the same command more than a minute later',
    see: async (rig) => {
      const command = async () => (await rig.relays([[2, 'on']], 'a-key')).body.data.command.commandId;
      const first = await command();
      await rig.advance(61_000);
      return (await command()) === first;
    },
    usual: true,
    varied: false,
  },
  {
    variant: 'refresh-quota',
    what: 'the refreshes of two devices in a row',
    see: async (rig) => [
      (await rig.operator('GET', '/devices/bench-01')).status,
      (await rig.operator('GET', '/devices/bench-02')).status,
    ],
    usual: [200, 200],
    varied: [200, 429],
  },
  {
    variant: 'frames-in-turn',
    what: 'the order of the replies to a refresh and to a ping after it',
    see: async (rig) => {
      const line = await rig.connect();
      line.send('device.state.get', { deviceId: 'bench-01' }, 'refresh');
      line.send('session.ping', {}, 'ping');
      await rig.advance(1000);
      return line.frames.map(({ requestId }) => requestId);
    },
    usual: ['ping', 'refresh'],
    varied: ['refresh', 'ping'],
  },
  {
    variant: 'one-request-at-a-time',
    what: 'a list that is asked for while a refresh is under way',
    see: async (rig) => {
      await rig.operator('GET', '/devices');
      const refresh = rig.operator('GET', '/devices/bench-01');
      const list = rig.operator('GET', '/devices');
      return [(await refresh).status, (await list).status];
    },
    usual: [200, 200],
    varied: [200, 429],
  },
  {
    variant: 'vain-commands',
    what: 'the status of nineteen relay commands',
    see: async (rig) => {
      const statuses = [];
      for (let nth = 1; nth <= 19; nth++)
        statuses.push((await rig.relays([[2, nth % 2 === 0 ? 'off' : 'on']])).body.data.command.status);
      return statuses.filter((status) => status === 'TIMEOUT').length;
    },
    usual: 0,
    varied: 1,
  },
];
