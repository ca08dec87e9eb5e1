// Right clients that ask for other things, more often, more seldom, or from several processes.
import type { Call } from '../../../examples/client/rest.js';
import type { Differ, Surroundings } from '../client-under-test.js';
import type { Variant } from '../defect.js';
import { alsoOrdered, onRequest, ownDevices } from '../wrap.js';
import { REST_ONLY } from './rest-only.js';

export const REQUEST_VARIANTS: readonly Variant[] = [
  {
    id: 'instances-of-their-own',
    summary: 'runs three times, each with devices of its own',
    instances: 3,
    differ: (run) => ownDevices(run),
  },
  {
    id: 'second-instance-idle',
    summary: 'runs twice, and the second one only listens',
    instances: 2,
    differ: ({ instance, ...run }) =>
      instance === 1
        ? {}
        : { deviceIds: ['mini-01'], lines: alsoOrdered({ ...run, lines: none(run) }, [], 1) },
  },
  {
    id: 'read-only',
    summary: 'only reads',
    differ: (run) => ({ lines: filtered(run.lines, ({ do: what }) => what === 'refresh') }),
  },
  {
    id: 'write-only',
    summary: 'never reads but for its baseline',
    differ: (run) => ({ lines: filtered(run.lines, ({ do: what }) => what !== 'refresh') }),
  },
  {
    id: 'chatty',
    summary: 'lists devices and reads configurations every four seconds',
    differ: alsoReading(
      [
        { method: 'GET', path: '/devices' },
        { method: 'GET', path: '/devices/bench-01/config' },
      ],
      4000,
    ),
  },
  {
    id: 'polls-slowly',
    summary: 'reads the profiles every twenty seconds',
    differ: alsoReading([{ method: 'GET', path: '/device-profiles' }], 20_000),
  },
  {
    id: 'polls-instead-of-listening',
    summary: 'has no WebSocket channel and reads each device every ten seconds',
    differ: (run) => ({
      wraps: REST_ONLY,
      lines: alsoOrdered(
        run,
        Array.from({ length: 14 }, () => ({ do: 'refresh', deviceId: 'bench-02' })),
        10_000,
      ),
    }),
  },
  {
    id: 'other-order-of-fields',
    summary: 'repeats a request with its fields in another order',
    differ: () => {
      let turn = 0;
      return {
        wraps: onRequest((call, send, token) => {
          const { body } = call;
          const turned =
            body && turn++ % 2 === 1 ? Object.fromEntries(Object.entries(body).toReversed()) : body;
          return send(turned ? { ...call, body: turned } : call, token);
        }),
      };
    },
  },
];

/** Requests that read, made every so many ms beside all others. */
function alsoReading(calls: readonly Call[], every: number): Differ {
  return ({ clock, stop }) => ({
    wraps: {
      retry: (usual) => usual,
      rest: (usual) => {
        // What one part of the client was refused holds for the other one, too.
        let freeAt = 0;
        const asked: typeof usual = async (call) => {
          const answer = await usual(call);
          if (answer.kind === 'reply' && answer.status === 429) freeAt = clock.now() + 20_000;
          return answer;
        };
        void (async () => {
          for (;;) {
            await clock.sleep(every, stop);
            for (const call of calls) if (clock.now() >= freeAt) await asked(call);
          }
        })().catch(() => undefined);
        return asked;
      },
    },
  });
}

type Order = Readonly<Record<string, unknown>>;

async function* filtered(
  lines: AsyncIterable<string>,
  isMeant: (order: Order) => boolean,
): AsyncGenerator<string> {
  for await (const line of lines) if (isMeant(JSON.parse(line) as Order)) yield line;
}

async function* none({ clock, stop }: Pick<Surroundings, 'clock' | 'stop'>): AsyncGenerator<string> {
  await clock.sleep(Number.MAX_SAFE_INTEGER / 2, stop).catch(() => undefined);
  yield* [];
}
