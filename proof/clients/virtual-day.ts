// One day of clients in virtual time: a simulator in this process, a network that takes a few ms, and what was seen.
import type { Day } from '../../src/audit/days/day.js';
import { orderLines } from '../../src/audit/days/order-lines.js';
import { createTrafficReader } from '../../src/audit/traffic/read-traffic.js';
import type { ClientTraffic } from '../../src/audit/traffic/traffic.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import type { Clock } from '../../src/kernel/clock.js';
import { createManualClock, type ManualClock } from '../../src/kernel/manual-clock.js';
import { createRandom, type Random } from '../../src/kernel/random.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import { MOST_LIVES, RESTART } from '../../src/lab/audit/live-day.js';
import type { StagedDay } from '../../src/lab/days/stage-day.js';
import { playDay } from '../../src/lab/days/play-day.js';
import { createVirtualNetwork, type VirtualPorts } from './virtual-network.js';

/** What a process of a client is given. */
export interface ClientRun extends VirtualPorts {
  /** Number of the process, from 1. */
  readonly instance: number;
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Orders of the day, one JSON object a line. */
  readonly lines: AsyncIterable<string>;
  /** Connections of its own, as a process has that keeps none. */
  connect(): VirtualPorts;
  /** Aborts at the end of the day. */
  readonly stop: AbortSignal;
}

/** Resolves when the client has ended. */
export type VirtualClient = (run: ClientRun) => Promise<void>;

export interface VirtualDayOptions {
  readonly staged: StagedDay;
  /** What the day is called, where it is not lived for the first time. */
  readonly name?: string;
  readonly dialect: Dialect;
  readonly seed: number;
  readonly instances: number;
  readonly client: VirtualClient;
}

export interface VirtualDay {
  readonly traffic: ClientTraffic | undefined;
  /** What the simulator or the client threw. */
  readonly bugs: readonly unknown[];
}

const BEGINNING = Date.UTC(2026, 0, 1);
const URL = 'http://simulator.test';
/** How long a client may take to end, in ms. */
const LAST_WORDS = 30_000;

export async function runVirtualDay(options: VirtualDayOptions): Promise<VirtualDay> {
  const { staged, dialect, seed, instances, client } = options;
  const { day, fleet, credentials } = staged;
  const clock = createManualClock(BEGINNING);
  const bugs: unknown[] = [];
  const reader = createTrafficReader({ day: options.name ?? day.id, isDrawn: day.drawn, from: BEGINNING });
  const running = await startSimulator({
    fleet,
    dialect,
    clock,
    seed,
    listen: false,
    journalCapacity: 1,
    onBug: (error) => bugs.push(error),
    onJournal: (journal) =>
      void journal.listen((record) => {
        if (record.kind !== 'bug') reader.see(record);
      }),
  });
  const network = createVirtualNetwork(() => running.simulator, clock);
  const chance = createRandom(seed).stream('day');
  const played = playDay(day, running, clock, chance, reader.drew);
  played.begin();
  const stop = new AbortController();
  const processes = Array.from({ length: instances }, async (_, at) => {
    const instance = at + 1;
    for (let life = 0; life < MOST_LIVES && !stop.signal.aborted; life++) {
      const run: ClientRun = {
        ...network.ports(String(instance)),
        ...credentials,
        instance,
        connect: () => network.ports(String(instance)),
        url: URL,
        clock,
        // Chances of its own on each day: the same delays on two of them would be no chance.
        random: createRandom(
          createRandom(seed)
            .stream(`${options.name ?? day.id} ${instance} ${life}`)
            .integer(0, 1e9),
        ),
        lines: ordersOf(day, clock, stop.signal),
        stop: AbortSignal.any([stop.signal]),
      };
      const how = await client(run).then(
        () => 'of its own accord',
        (error: unknown) => {
          if (!stop.signal.aborted) bugs.push(error);
          return String(error);
        },
      );
      if (stop.signal.aborted) return;
      reader.exited({ at: clock.now(), actor: String(instance), how });
      await clock.sleep(RESTART, stop.signal).catch(() => undefined);
    }
  });
  await clock.advance(day.lasts);
  const traffic = reader.traffic(clock.now()).find((each) => each.client === credentials.clientId);
  played.stop();
  stop.abort();
  await clock.runUntil(Promise.race([Promise.all(processes), clock.sleep(LAST_WORDS)]));
  await running.close();
  return { traffic, bugs };
}

/** Whoever begins later gets what was ordered for good, and what comes from then on. */
async function* ordersOf(day: Day, clock: ManualClock, stop: AbortSignal): AsyncGenerator<string> {
  const since = clock.now() - BEGINNING;
  for (const { at, line, isLasting } of orderLines(day)) {
    if (at < since && !isLasting) continue;
    await clock.sleep(Math.max(0, BEGINNING + at - clock.now()), stop).catch(() => undefined);
    if (stop.aborted) return;
    yield line;
  }
  // A client whose input has ended may end, too.
  await clock.sleep(Number.MAX_SAFE_INTEGER / 2, stop).catch(() => undefined);
}
