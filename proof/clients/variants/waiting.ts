// Right clients that wait and give up in other ways.
import { type Answer, verdictOn } from '../../../examples/client/answer.js';
import type { BackOff } from '../../../examples/client/back-off.js';
import type { Differ, Surroundings } from '../client-under-test.js';
import type { Variant } from '../defect.js';

export const WAITING_VARIANTS: readonly Variant[] = [
  { id: 'gives-up', summary: 'tries nothing twice that has failed', differ: trying(1) },
  { id: 'tries-twice', summary: 'tries once more, and no more', differ: trying(2) },
  {
    id: 'patient',
    summary: 'waits five times as long as others',
    differ: backingOff((usual) => ({
      retry: (failures, least) => 5 * usual.retry(failures, least),
      reconnect: (failures) => 5 * usual.reconnect(failures),
      limited: (announced) => 5000 + usual.limited(announced),
    })),
  },
  {
    id: 'full-jitter',
    summary: 'draws its delays from zero up to a bound that doubles',
    differ: backingOff((_, { ports }) => ({
      retry: (failures, least = 0) => least + ports.random() * Math.min(30_000, 1000 * 2 ** failures),
      reconnect: (failures) => ports.random() * Math.min(30_000, 1000 * 2 ** failures),
    })),
  },
  {
    id: 'equal-jitter',
    summary: 'draws half of each delay, and keeps the other half',
    differ: backingOff((_, { ports }) => {
      const delay = (failures: number): number =>
        Math.min(30_000, 500 * 2 ** failures) * (0.5 + ports.random() / 2);
      return { retry: (failures, least = 0) => least + delay(failures), reconnect: delay };
    }),
  },
  {
    id: 'decorrelated-jitter',
    summary: 'draws each delay between the least and three times the last one',
    differ: backingOff((_, { ports }) => {
      let last = 1000;
      const delay = (failures: number): number => {
        if (failures === 1) last = 1000;
        last = Math.min(30_000, 1000 + ports.random() * (3 * last - 1000));
        return last;
      };
      return { retry: (failures, least = 0) => least + delay(failures), reconnect: delay };
    }),
  },
  {
    id: 'quick-beginner',
    summary: 'begins with a tenth of a second and doubles',
    differ: backingOff((_, { ports }) => {
      const delay = (failures: number): number => 100 * 2 ** failures * (0.8 + 0.4 * ports.random());
      return { retry: (failures, least = 0) => least + delay(failures), reconnect: delay };
    }),
  },
  {
    id: 'reconnects-at-once-first',
    summary: 'tries to connect again at once, and then with growing delays',
    differ: backingOff((usual) => ({
      reconnect: (failures) => (failures === 1 ? 0 : usual.reconnect(failures)),
    })),
  },
  {
    id: 'paced',
    summary: 'lets half a second pass between any two requests',
    differ: ({ clock }) => {
      let next = 0;
      return {
        wraps: {
          retry: (usual) => async (work) => {
            const at = Math.max(clock.now(), next);
            next = at + 500;
            await clock.sleep(at - clock.now());
            return usual(work);
          },
        },
      };
    },
  },
  {
    id: 'drops-what-is-limited',
    summary: 'does not repeat what a limit has refused, and lets the announced delay pass',
    differ: ({ clock }) => ({
      wraps: {
        retry: (usual) => (work) =>
          usual({
            ...work,
            send: async () => {
              const answer = await work.send();
              if (answer.kind !== 'reply' || (answer.status !== 429 && answer.code !== 'RATE_LIMITED'))
                return answer;
              await clock.sleep((answer.retryAfter ?? 0) + 100);
              return { ...answer, status: 499, code: 'DROPPED' } satisfies Answer;
            },
          }),
      },
    }),
  },
];

function backingOff(change: (usual: BackOff, run: Surroundings) => Partial<BackOff>): Differ {
  return (run) => ({ wraps: { backOff: (usual) => ({ ...usual, ...change(usual, run) }) } });
}

/** Gives up what has failed so often; limits are waited for. */
function trying(times: number): Differ {
  return () => ({
    wraps: {
      retry: (usual) => (work) => {
        let tries = 0;
        return usual({
          ...work,
          send: async () => {
            const answer = await work.send();
            const verdict = verdictOn(answer);
            tries++;
            if (tries < times || (verdict !== 'busy' && verdict !== 'failed')) return answer;
            return { kind: 'not sent', code: 'HELD_BACK', message: 'given up' };
          },
        });
      },
    },
  });
}
