// Clients that do not wait as they should: after 429, when a device is busy, when the service fails, when a
// connection is lost.
import type { BackOff } from '../../../examples/client/back-off.js';
import type { Wraps } from '../../../examples/client/parts.js';
import type { Defect } from '../defect.js';
import { always, onRequest, ownDevices, retrying, statusOf } from '../wrap.js';

const LIMITS = 'client.waits-after-429';
const BUSY = 'client.backs-off-when-busy';
const FAILED = 'client.backs-off-on-500';
const RECONNECT = 'client.reconnect-backoff';
const TOGETHER = 'client.coordinated-backoff';

function limited(wait: (announced: number) => number): Wraps {
  return { backOff: (usual: BackOff) => ({ ...usual, limited: wait }) };
}

function reconnecting(wait: (failures: number) => number): Wraps {
  return { backOff: (usual: BackOff) => ({ ...usual, reconnect: wait }) };
}

const shrinking = (failures: number): number | undefined => (failures < 6 ? 8000 / 2 ** failures : undefined);

export const WAITING_DEFECTS: readonly Defect[] = [
  {
    id: 'limit-ignored',
    rule: LIMITS,
    // The wait between two refreshes is kept by the same part.
    also: ['client.refresh-spacing'],
    summary: 'tries again a tenth of a second after a 429',
    differ: () => ({ wraps: limited(() => 100) }),
  },
  {
    id: 'limit-half-waited',
    rule: LIMITS,
    // The wait between two refreshes is kept by the same part.
    also: ['client.refresh-spacing'],
    summary: 'waits half of what a 429 announces',
    differ: () => ({ wraps: limited((announced) => announced / 2) }),
  },
  {
    id: 'limit-in-milliseconds',
    rule: LIMITS,
    // The wait between two refreshes is kept by the same part.
    also: ['client.refresh-spacing'],
    summary: 'takes the announced seconds for milliseconds',
    differ: () => ({ wraps: limited((announced) => Math.max(60, announced / 1000)) }),
  },
  {
    id: 'limit-by-own-delays',
    rule: LIMITS,
    summary: 'treats a 429 as any other failure, with delays of its own',
    differ: (run) => ({
      wraps: retrying(run, 'limited', (failures) => (failures < 6 ? 200 * 2 ** failures : undefined)),
    }),
  },
  {
    id: 'limit-a-second-early',
    rule: LIMITS,
    // The wait between two refreshes is kept by the same part.
    also: ['client.refresh-spacing'],
    summary: 'comes back a second before the announced delay is over',
    differ: () => ({ wraps: limited((announced) => Math.max(60, announced - 1000)) }),
  },
  {
    id: 'limit-of-tickets-ignored',
    rule: LIMITS,
    summary: 'waits after each 429 but those of the ticket endpoint',
    differ: ({ clock }) => ({
      wraps: onRequest(async (call, send, token) => {
        let answer = await send(call, token);
        for (let tries = 0; call.path === '/ws/ticket' && statusOf(answer) === 429 && tries < 4; tries++) {
          await clock.sleep(300);
          answer = await send(call, token);
        }
        return answer;
      }),
    }),
  },
  ...delayDefects('busy', BUSY),
  {
    id: 'busy-tried-twice-at-once',
    rule: BUSY,
    summary: 'sends two tries at the same time when a device is busy',
    differ: ({ clock }) => ({
      wraps: {
        retry: (usual) => (work) => {
          let busy = false;
          return usual({
            ...work,
            send: async () => {
              const both = busy ? [work.send(), clock.sleep(1).then(() => work.send())] : [work.send()];
              const [answer = await work.send()] = await Promise.all(both);
              busy = answer.kind === 'reply' && answer.code === 'DEVICE_BUSY';
              return answer;
            },
          });
        },
        // Both have to get through.
        lanes: () => ({ run: (_, work) => work() }),
      },
    }),
  },
  ...delayDefects('failed', FAILED),
  ...reconnectDefects(),
  ...burstDefects(),
];

function delayDefects(which: 'busy' | 'failed', rule: Defect['rule']): Defect[] {
  const on = which === 'busy' ? 'a busy device' : 'INTERNAL_ERROR';
  return [
    {
      id: `${which}-every-second`,
      rule,
      summary: `tries again every second after ${on}`,
      differ: (run) => ({ wraps: retrying(run, which, always(1000)) }),
    },
    {
      id: `${which}-at-once`,
      rule,
      summary: `tries again at once after ${on}`,
      differ: (run) => ({ wraps: retrying(run, which, always(5)) }),
    },
    {
      id: `${which}-faster-and-faster`,
      rule,
      summary: `tries again after shorter and shorter delays after ${on}`,
      differ: (run) => ({ wraps: retrying(run, which, shrinking) }),
    },
    {
      id: `${which}-about-every-two-seconds`,
      rule,
      summary: `tries again after two seconds and a little chance after ${on}`,
      differ: (run) => ({
        wraps: retrying(run, which, (failures) =>
          failures < 6 ? 1900 + 200 * run.ports.random() : undefined,
        ),
      }),
    },
  ];
}

function reconnectDefects(): Defect[] {
  const days = ['cut-connections', 'outage'];
  return [
    {
      id: 'reconnect-at-once',
      rule: RECONNECT,
      days,
      summary: 'connects again at once, as often as it takes',
      differ: () => ({ wraps: reconnecting(() => 10) }),
    },
    {
      id: 'reconnect-every-second',
      rule: RECONNECT,
      days,
      summary: 'tries to connect every second',
      differ: () => ({ wraps: reconnecting(() => 1000) }),
    },
    {
      id: 'reconnect-about-every-two-seconds',
      rule: RECONNECT,
      days,
      summary: 'tries to connect every two seconds, with a little chance',
      differ: ({ ports }) => ({ wraps: reconnecting(() => 1800 + 400 * ports.random()) }),
    },
    {
      id: 'reconnect-without-chance',
      rule: RECONNECT,
      days,
      summary: 'tries to connect after growing delays that are the same every time',
      differ: () => ({ wraps: reconnecting((failures) => Math.min(30_000, 500 * 2 ** failures)) }),
    },
    {
      id: 'reconnect-twice-at-once',
      rule: RECONNECT,
      days,
      summary: 'makes two tries to connect at the same time',
      differ: ({ clock }) => ({
        wraps: onRequest(async (call, send, token) => {
          if (call.path !== '/ws/ticket') return send(call, token);
          const both = [send(call, token), clock.sleep(1).then(() => send(call, token))];
          const [first] = await Promise.all(both);
          return first ?? send(call, token);
        }),
      }),
    },
  ];
}

function burstDefects(): Defect[] {
  const together = { rule: TOGETHER, instances: 3 } as const;
  return [
    {
      ...together,
      id: 'instances-without-chance',
      also: [RECONNECT],
      summary: 'has instances that all wait equally long',
      days: ['tight-limits', 'failing-service', 'cut-connections'],
      differ: (run) => ({ ...ownDevices(run), ports: { random: () => 0.5 } }),
    },
    {
      ...together,
      id: 'instances-after-the-announced-delay',
      summary: 'has instances that all come back when the announced delay is over',
      days: ['tight-limits'],
      differ: (run) => ({ ...ownDevices(run), wraps: limited((announced) => announced + 60) }),
    },
    {
      ...together,
      id: 'instances-on-the-full-five-seconds',
      also: [FAILED],
      summary: 'has instances that try again whenever the clock shows full five seconds',
      days: ['failing-service'],
      differ: (run) => ({
        ...ownDevices(run),
        wraps: { backOff: (usual) => ({ ...usual, retry: () => 5000 - (run.clock.now() % 5000) }) },
      }),
    },
    {
      ...together,
      id: 'instances-reconnect-together',
      also: [RECONNECT],
      summary: 'has instances that connect again three seconds after they were cut off, all of them',
      days: ['cut-connections', 'deployment', 'outage'],
      differ: (run) => ({ ...ownDevices(run), wraps: reconnecting((failures) => 3000 * failures) }),
    },
  ];
}
