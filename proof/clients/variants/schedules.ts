// Right clients with schedules of their own: what they do comes after copies, losses and odd events, and would have
// come without them.
import type { RandomStream } from '../../../src/kernel/random.js';
import type { Differ, Surroundings } from '../client-under-test.js';
import type { Variant } from '../defect.js';
import { ownDevices } from '../wrap.js';
import { REST_ONLY } from './rest-only.js';

type Order = Readonly<Record<string, unknown>>;

interface Schedule {
  /** Ms until the next order. */
  readonly pause: (chance: RandomStream) => number;
  readonly order: (turn: number, chance: RandomStream) => Order;
  /** Which orders of the day it obeys beside; default: all. */
  readonly obeys?: (order: Order) => boolean;
}

const OBEYS_NOTHING = (): boolean => false;
const switched = (deviceId: string, index: number, turn: number): Order => {
  return { do: 'setRelays', deviceId, relays: [{ index, action: turn % 2 === 0 ? 'on' : 'off' }] };
};

export const SCHEDULE_VARIANTS: readonly Variant[] = [
  {
    id: 'pulses-on-a-schedule',
    summary: 'switches a relay every two seconds, and does not look at events',
    differ: scheduled({
      pause: () => 2000,
      order: (turn) => switched('bench-01', 1, turn),
      obeys: ({ do: what }) => what !== 'listen',
    }),
  },
  {
    id: 'switches-now-and-then',
    summary: 'switches one relay or another at moments of chance, and follows an input',
    differ: scheduled({
      pause: (chance) => 400 - 2500 * Math.log(1 - chance.fraction()),
      order: (turn, chance) => switched('bench-01', chance.integer(1, 4), turn),
    }),
  },
  {
    id: 'polls-and-switches',
    summary: 'has no WebSocket channel, reads a device and switches a relay in turn',
    differ: scheduled(
      {
        pause: (chance) => 2300 + 400 * chance.fraction(),
        order: (turn) =>
          turn % 2 === 0 ? { do: 'refresh', deviceId: 'bench-02' } : switched('bench-01', 3, (turn - 1) / 2),
        obeys: OBEYS_NOTHING,
      },
      () => ({ wraps: REST_ONLY }),
    ),
  },
  {
    id: 'instances-on-schedules',
    summary: 'runs three times, each with a device and a schedule of its own',
    instances: 3,
    differ: (run) => {
      const { deviceIds, lines } = ownDevices(run);
      const [deviceId = ''] = deviceIds;
      const own = scheduled({
        pause: (chance) => 1500 + 2000 * chance.fraction(),
        order: (turn) => switched(deviceId, 2, turn),
      });
      return { deviceIds, ...own({ ...run, lines }) };
    },
  },
  {
    id: 'wishes-the-same-again',
    summary: 'sends the same command every four seconds, each time as a new one',
    differ: scheduled({
      pause: (chance) => 3900 + 200 * chance.fraction(),
      order: () => switched('bench-02', 4, 0),
      obeys: ({ do: what }) => what === 'listen',
    }),
  },
  {
    id: 'leaves-now-and-then',
    summary: 'ends its connection at moments of chance and opens another one',
    differ: ({ clock, random }) => {
      const chance = random.stream('leaving');
      return {
        wraps: {
          heartbeat: (usual) => async (session) => {
            void clock
              .sleep(4000 + 8000 * chance.fraction(), session.ended)
              .then(() => session.close())
              .catch(() => undefined);
            await usual(session);
          },
        },
      };
    },
  },
];

function scheduled(schedule: Schedule, also: Differ = () => ({})): Differ {
  return (run) => ({ ...also(run), lines: withSchedule(run, schedule) });
}

async function* withSchedule(
  { lines, clock, random, stop }: Surroundings,
  { pause, order, obeys = () => true }: Schedule,
): AsyncGenerator<string> {
  const chance = random.stream('schedule');
  const each = lines[Symbol.asyncIterator]();
  let given = each.next();
  let turn = 0;
  let own = clock.sleep(pause(chance), stop);
  while (!stop.aborted) {
    const first = await Promise.race([given, own.then(() => undefined)]).catch(() => undefined);
    if (stop.aborted) return;
    if (first === undefined) {
      yield JSON.stringify(order(turn++, chance));
      own = clock.sleep(pause(chance), stop);
    } else if (first.done === true) return;
    else {
      given = each.next();
      if (obeys(JSON.parse(first.value) as Order)) yield first.value;
    }
  }
}
