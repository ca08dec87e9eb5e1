// What the variants show that differ in times, and in when something comes.
import type { Difference } from './differences.js';

export const TIME_DIFFERENCES: readonly Difference[] = [
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
];
