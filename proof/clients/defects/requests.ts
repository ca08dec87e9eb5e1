// Clients that ask in the wrong way: relay by relay, at the old endpoint, too often, or with ids that are taken.
import type { Call } from '../../../examples/client/rest.js';
import type { RelayAction } from '../../../examples/client/operations.js';
import type { RelayBatches } from '../../../examples/client/relay-batches.js';
import type { SocketPort } from '../../../examples/client/ports.js';
import type { Surroundings } from '../client-under-test.js';
import type { Defect } from '../defect.js';
import { changingFrames, onRequest } from '../wrap.js';

const RELAYS = 'client.relays-in-one-request';
const OLD = 'client.no-compatibility-endpoint';
const SPACING = 'client.refresh-spacing';
const IDS = 'client.unique-request-ids';

/** Sends a request for each relay; `pause` in ms lies between two, none sends them at the same time. */
function relayByRelay({ clock }: Surroundings, pause: number | undefined) {
  return (usual: RelayBatches): RelayBatches => ({
    ...usual,
    setRelays: async (deviceId, changes) => {
      const each = ([index, action]: [number, RelayAction]) =>
        usual.setRelays(deviceId, new Map([[index, action]]));
      const [first, ...others] = [...changes];
      if (!first) return usual.setRelays(deviceId, changes);
      let answer = await each(first);
      for (const other of others) {
        if (pause !== undefined) await clock.sleep(pause);
        answer = await each(other);
      }
      return answer;
    },
  });
}

/** Sends commands for one relay to the endpoint that is planned for removal. */
function compatibly(isMeant: (action: string) => boolean) {
  return onRequest((call, send, token) => {
    const { relays } = (call.body ?? {}) as { relays?: { index: number; action: string }[] };
    const [only, ...others] = relays ?? [];
    if (!only || others.length > 0 || !isMeant(only.action)) return send(call, token);
    const path = call.path.replace(/\/relays\/commands$/, `/relays/${only.index}/commands`);
    return send({ ...call, path, body: { action: only.action } }, token);
  });
}

/** Gives requests other ids, and the replies their old ones, in their order. */
function renaming(
  sockets: SocketPort,
  rename: (frame: { topic: string; count: number }) => string,
): SocketPort {
  return changingFrames(sockets, () => {
    const waiting = new Map<string, string[]>();
    let count = 0;
    return {
      sent: (text) => {
        const frame = JSON.parse(text) as { topic: string; requestId: string };
        const requestId = rename({ topic: frame.topic, count: count++ });
        waiting.set(requestId, [...(waiting.get(requestId) ?? []), frame.requestId]);
        return JSON.stringify({ ...frame, requestId });
      },
      received: (text) => {
        const frame = JSON.parse(text) as { type: string; requestId?: string };
        const own = waiting.get(frame.requestId ?? '')?.shift();
        return own === undefined ? text : JSON.stringify({ ...frame, requestId: own });
      },
    };
  });
}

export const REQUEST_DEFECTS: readonly Defect[] = [
  {
    id: 'relay-by-relay',
    rule: RELAYS,
    summary: 'sends a request for each relay, one after the other',
    differ: (run) => ({ wraps: { relayBatches: relayByRelay(run, undefined) } }),
  },
  {
    id: 'relay-by-relay-with-pauses',
    rule: RELAYS,
    summary: 'sends a request for each relay, a third of a second apart',
    differ: (run) => ({ wraps: { relayBatches: relayByRelay(run, 330) } }),
  },
  {
    id: 'relay-by-relay-over-websocket',
    rule: RELAYS,
    summary: 'sends a message for each relay',
    differ: (run) => ({
      settings: { commandsOver: 'websocket' },
      wraps: { relayBatches: relayByRelay(run, 40) },
    }),
  },
  {
    id: 'old-endpoint',
    rule: OLD,
    summary: 'switches single relays at the endpoint that is planned for removal',
    differ: () => ({ wraps: compatibly(() => true) }),
  },
  {
    id: 'old-endpoint-for-off',
    rule: OLD,
    summary: 'switches single relays off at the old endpoint',
    differ: () => ({ wraps: compatibly((action) => action === 'off') }),
  },
  {
    id: 'old-endpoint-relay-by-relay',
    rule: OLD,
    also: [RELAYS],
    summary: 'switches every relay by itself at the old endpoint',
    differ: (run) => ({ wraps: { relayBatches: relayByRelay(run, undefined), ...compatibly(() => true) } }),
  },
  ...spacingDefects(),
  ...idDefects(),
];

function spacingDefects(): Defect[] {
  return [
    {
      id: 'refresh-every-two-seconds',
      rule: SPACING,
      // Without holds it does not wait after a 429 either.
      also: ['client.waits-after-429'],
      summary: 'reads a device again two seconds later',
      differ: ({ clock }) => ({
        wraps: {
          holds: () => ({ hold: () => undefined, left: () => 0 }),
          refresher: (usual) => async (deviceId) => {
            await usual(deviceId);
            await clock.sleep(2000);
            return usual(deviceId);
          },
        },
      }),
    },
    {
      id: 'refresh-over-both-channels',
      rule: SPACING,
      summary: 'spaces its reads on each channel by itself',
      differ: () => {
        let read: ((call: Call) => Promise<unknown>) | undefined;
        return {
          wraps: {
            rest: (usual) => {
              read = usual;
              return usual;
            },
            refresher: (usual) => async (deviceId) => {
              const answer = await usual(deviceId);
              await read?.({ method: 'GET', path: `/devices/${deviceId}` });
              return answer;
            },
          },
        };
      },
    },
    {
      id: 'refresh-after-each-command',
      rule: SPACING,
      also: ['client.waits-after-429'],
      summary: 'reads the device before and after each command, whenever that is',
      differ: () => {
        let read: ((call: Call) => Promise<unknown>) | undefined;
        return {
          wraps: {
            rest: (usual) => {
              read = usual;
              return usual;
            },
            commander: (usual) => async (name, deviceId, make) => {
              await read?.({ method: 'GET', path: `/devices/${deviceId}` });
              const answer = await usual(name, deviceId, make);
              await read?.({ method: 'GET', path: `/devices/${deviceId}` });
              return answer;
            },
          },
        };
      },
    },
    {
      id: 'refresh-every-second',
      rule: SPACING,
      summary: 'polls a device every second',
      differ: ({ clock, stop }) => ({
        wraps: {
          rest: (usual) => {
            void (async () => {
              while (!stop.aborted) {
                await clock.sleep(1000, stop);
                await usual({ method: 'GET', path: '/devices/mini-02' });
              }
            })().catch(() => undefined);
            return usual;
          },
        },
      }),
      also: ['client.waits-after-429'],
    },
  ];
}

function idDefects(): Defect[] {
  const ids: readonly [string, string, (frame: { topic: string; count: number }) => string][] = [
    ['request-id-of-the-topic', 'takes the topic for the id of a request', ({ topic }) => topic],
    [
      'request-id-of-a-small-counter',
      'counts the ids of its requests from 0 to 2',
      ({ count }) => `r${count % 3}`,
    ],
    ['one-request-id', 'has one id for all requests', () => 'request'],
  ];
  return ids.map(([id, summary, rename]) => ({
    id,
    rule: IDS,
    summary,
    differ: ({ ports }) => ({ ports: { sockets: renaming(ports.sockets, rename) } }),
  }));
}
