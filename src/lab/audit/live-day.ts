// One day of a client that is a process of its own: a simulator with a port for each instance, the plan of the day,
// and what was seen. Time is the given clock's.
import { orderLines } from '../../audit/days/order-lines.js';
import type { LivedDay } from '../../audit/outcome/lived-day.js';
import { createTrafficReader, type TrafficReader } from '../../audit/traffic/read-traffic.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { Secrets } from '../../output/secrets.js';
import { type RunningSimulator, startSimulator } from '../../simulator/start-simulator.js';
import type { Certificate } from '../../simulator/transport/certificate.js';
import type { TraceRecord } from '../../trace/record.js';
import { playDay } from '../days/play-day.js';
import type { StagedDay } from '../days/stage-day.js';
import type { ClientEnd, ClientProcess, StartClient } from './client-process.js';

export interface LiveDayOptions {
  readonly staged: StagedDay;
  /** What the day is called in reports: a repetition has another name. */
  readonly name: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly speed: number;
  readonly seed: number;
  readonly instances: number;
  /** Undefined where somebody else starts the clients. */
  readonly start: StartClient | undefined;
  readonly listen: { readonly host: string; readonly port: number; readonly tls?: Certificate };
  readonly secrets: Secrets;
  /** Devices that clients are told of. */
  readonly deviceIds: readonly string[];
  /** Ends the day early. */
  readonly signal: AbortSignal;
  /** The port is open. */
  readonly onOpen: (url: string, day: string) => void;
}

/** Ms until the day begins without a request of the client. */
const SLOW_START = 10_000;
/** Requests that an instance may send on one day; more is a flood. */
const FLOOD = 20_000;
/** After the last process has ended, in ms: connections still close. */
const AFTERMATH = 500;
/** Records of a day that reports may show. */
const MOST_RECORDS = 50_000;

export async function liveDay(options: LiveDayOptions): Promise<LivedDay> {
  const { staged, name, clock, signal, instances } = options;
  const { day, credentials } = staged;
  const { clientId: client } = credentials;
  const watch = createWatch(createTrafficReader({ day: name, client }), FLOOD * Math.max(1, instances));
  const { tls, ...where } = options.listen;
  const running = await startSimulator({
    fleet: staged.fleet,
    dialect: options.dialect,
    clock,
    seed: options.seed,
    listen: { ...where, ...(tls && { tls }), ...(options.start && { instance: '1' }) },
    journalCapacity: 1,
    secrets: options.secrets,
    onBug: (error) => watch.bugs.push(String(error)),
    onJournal: (journal) => void journal.listen((record) => record.kind !== 'bug' && watch.see(record)),
  });
  options.onOpen(running.url ?? '', name);
  const played = playDay(day, running, clock);
  const from = clock.now();
  const processes = await startAll(options, running);
  const timer = clock.setTimer('slow start', options.start ? SLOW_START : 0, () => watch.wake());
  const over = new AbortController();
  const stop = (): void => over.abort();
  const unheard = onAbort(signal, stop);
  if (signal.aborted) stop();
  void watch.flooded.then(stop);
  const ends = processes.map((process, at) =>
    process.ended.then((end) => {
      if (!over.signal.aborted) watch.reader.exited({ at: clock.now(), actor: String(at + 1), how: end.how });
      return end;
    }),
  );
  if (processes.length > 0)
    void Promise.all(ends).then(() => clock.sleep(AFTERMATH, over.signal).then(stop, stop));
  await Promise.race([watch.awake, aborted(over.signal)]);
  timer.cancel();
  played.begin();
  const orders = tellOrders(options, processes, over.signal);
  await clock.sleep(day.lasts, over.signal).catch(() => undefined);
  const to = clock.now();
  const isEarly = over.signal.aborted;
  const all = watch.reader.traffic(to);
  stop();
  played.stop();
  unheard();
  const { total: sockets } = running.sockets;
  await Promise.all([orders, ...processes.map((each) => each.stop())]);
  await running.close();
  return {
    day,
    name,
    from,
    to,
    seed: options.seed,
    traffic: all.find((each) => each.client === client),
    others: all.filter((each) => each.client !== client),
    records: watch.records,
    flooded: watch.isFlooded,
    endedBy: endOf(isEarly, signal.aborted, watch.isFlooded),
    sockets,
    processes: await Promise.all(
      processes.map(async (process, at) => ({
        output: process.output(),
        ...((await ends[at]) as ClientEnd),
      })),
    ),
    bugs: watch.bugs,
  };
}

function endOf(isEarly: boolean, isInterrupted: boolean, isFlooded: boolean): LivedDay['endedBy'] {
  if (isInterrupted) return 'interrupt';
  if (isFlooded) return 'flood';
  return isEarly ? 'client' : 'time';
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    onAbort(signal, resolve);
  });
}

async function startAll(options: LiveDayOptions, running: RunningSimulator): Promise<ClientProcess[]> {
  const { staged, name, start, instances, deviceIds, seed, speed, listen } = options;
  if (!start) return [];
  const processes: ClientProcess[] = [];
  for (let instance = 1; instance <= instances; instance++) {
    const { tls } = listen;
    const another = { instance: String(instance), ...(tls && { tls }) };
    const url = instance === 1 ? (running.url ?? '') : await running.openPort(another);
    const wsUrl = url.replace(/^http/, 'ws');
    processes.push(start({ day: name, instance, url, wsUrl, ...staged.credentials, deviceIds, seed, speed }));
  }
  return processes;
}

async function tellOrders(
  { staged, clock }: LiveDayOptions,
  processes: readonly ClientProcess[],
  over: AbortSignal,
): Promise<void> {
  if (processes.length === 0) return;
  const begun = clock.now();
  let turn = 0;
  for (const { at, line, isShared } of orderLines(staged.day)) {
    await clock.sleep(Math.max(0, begun + at - clock.now()), over).catch(() => undefined);
    if (over.aborted) return;
    const one = processes[turn++ % processes.length];
    for (const each of isShared && one ? [one] : processes) each.tell(line);
  }
}

interface Watch {
  readonly reader: TrafficReader;
  readonly records: TraceRecord[];
  readonly bugs: string[];
  /** Resolves at the first request. */
  readonly awake: Promise<void>;
  readonly flooded: Promise<void>;
  readonly isFlooded: boolean;
  see(record: TraceRecord): void;
  wake(): void;
}

function createWatch(reader: TrafficReader, mostRequests: number): Watch {
  const records: TraceRecord[] = [];
  let requests = 0;
  let wake = (): void => undefined;
  const awake = new Promise<void>((resolve) => (wake = resolve));
  let flood = (): void => undefined;
  const flooded = new Promise<void>((resolve) => (flood = resolve));
  return {
    reader,
    records,
    bugs: [],
    awake,
    flooded,
    get isFlooded() {
      return requests > mostRequests;
    },
    wake,
    see: (record) => {
      if (record.kind === 'request') {
        requests++;
        wake();
        if (requests > mostRequests) flood();
      }
      // What comes after the cut says nothing more.
      if (requests > mostRequests) return;
      reader.see(record);
      if (records.length < MOST_RECORDS) records.push(record);
    },
  };
}
