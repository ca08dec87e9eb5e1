// One day of a client that is a process of its own: a simulator with a port for each instance, the plan of the day,
// and what was seen. Time is the given clock's.
import { orderLines } from '../../audit/days/order-lines.js';
import type { LivedDay } from '../../audit/outcome/lived-day.js';
import { createTrafficReader, type TrafficReader } from '../../audit/traffic/read-traffic.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { Secrets } from '../../output/secrets.js';
import { startSimulator } from '../../simulator/start-simulator.js';
import type { Certificate } from '../../simulator/transport/certificate.js';
import { playDay } from '../days/play-day.js';
import type { LiveScene, OpenScene } from './live-scene.js';
import type { StagedDay } from '../days/stage-day.js';
import type { ClientEnd, ClientProcess, StartClient } from './client-process.js';
import type { TraceRecord } from '../../trace/record.js';

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
  /** Opens what stands in for the service; default: a simulator as the day has it. */
  readonly open?: OpenScene;
  /** The port is open. */
  readonly onOpen: (url: string, day: string) => void;
}

/** Ms until the day begins without a request of the client. */
const SLOW_START = 10_000;
/** Requests that an instance may send on one day; more is a flood. */
const FLOOD = 20_000;
/** After the last process has ended, in ms: connections still close. */
const AFTERMATH = 500;
export async function liveDay(options: LiveDayOptions): Promise<LivedDay> {
  const { staged, name, clock, signal, instances } = options;
  const { day, credentials } = staged;
  const { clientId: client } = credentials;
  const bugs: string[] = [];
  const watch = watchDay(createTrafficReader({ day: name, client }), FLOOD * Math.max(1, instances));
  const onBug = (error: unknown): void => void bugs.push(String(error));
  const running = await (options.open ?? simulatorOf(options))(watch.see, onBug);
  options.onOpen(running.url ?? '', name);
  const played = playDay(day, running, clock);
  const from = clock.now();
  const clients = await startAll(options, running);
  const over = new AbortController();
  const stop = (): void => over.abort();
  const unheard = onAbort(signal, stop);
  if (signal.aborted) stop();
  void watch.flooded.then(stop);
  const ends = awaitEnds(clients, watch, options, over.signal, stop);
  await firstRequest(options, watch, over.signal);
  played.begin();
  const orders = tellOrders(options, clients, over.signal);
  await clock.sleep(day.lasts, over.signal).catch(() => undefined);
  const to = clock.now();
  const isEarly = over.signal.aborted;
  const all = watch.reader.traffic(to);
  stop();
  played.stop();
  unheard();
  const { total: sockets } = running.sockets;
  const unanswered = running.unanswered?.();
  await Promise.all([orders, ...clients.map((each) => each.stop())]);
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
    ...(unanswered !== undefined && { unanswered }),
    processes: (await Promise.all(ends)).map((end, at) => ({ ...end, output: clients[at]?.output() ?? '' })),
    bugs,
  };
}

function simulatorOf(options: LiveDayOptions): OpenScene {
  const { staged, dialect, clock, seed, secrets, start, listen } = options;
  const { tls, ...where } = listen;
  const secure = tls && { tls };
  return async (see, onBug) => {
    const running = await startSimulator({
      fleet: staged.fleet,
      dialect,
      clock,
      seed,
      listen: { ...where, ...secure, ...(start && { instance: '1' }) },
      journalCapacity: 1,
      secrets,
      onBug,
      onJournal: (journal) => void journal.listen((record) => record.kind !== 'bug' && see(record)),
    });
    return { ...running, openPort: (more) => running.openPort({ ...more, ...secure }) };
  };
}

/** Notes who ends before the day does; when all have, the day is over. */
function awaitEnds(
  clients: readonly ClientProcess[],
  watch: DayWatch,
  { clock }: LiveDayOptions,
  over: AbortSignal,
  stop: () => void,
): readonly Promise<ClientEnd>[] {
  const ends = clients.map((client, at) =>
    client.ended.then((end) => {
      if (!over.aborted) watch.reader.exited({ at: clock.now(), actor: String(at + 1), how: end.how });
      return end;
    }),
  );
  if (clients.length > 0) void Promise.all(ends).then(() => clock.sleep(AFTERMATH, over).then(stop, stop));
  return ends;
}

/** A slow client may take its time to begin. */
async function firstRequest(
  { clock, start }: LiveDayOptions,
  watch: DayWatch,
  over: AbortSignal,
): Promise<void> {
  const timer = clock.setTimer('slow start', start ? SLOW_START : 0, () => watch.wake());
  await Promise.race([watch.awake, aborted(over)]);
  timer.cancel();
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

async function startAll(options: LiveDayOptions, running: LiveScene): Promise<ClientProcess[]> {
  const { staged, name, start, instances, deviceIds, seed, speed } = options;
  if (!start) return [];
  const clients: ClientProcess[] = [];
  for (let instance = 1; instance <= instances; instance++) {
    const url = instance === 1 ? (running.url ?? '') : await running.openPort({ instance: String(instance) });
    const wsUrl = url.replace(/^http/, 'ws');
    clients.push(start({ day: name, instance, url, wsUrl, ...staged.credentials, deviceIds, seed, speed }));
  }
  return clients;
}

async function tellOrders(
  { staged, clock, deviceIds }: LiveDayOptions,
  clients: readonly ClientProcess[],
  over: AbortSignal,
): Promise<void> {
  if (clients.length === 0) return;
  const begun = clock.now();
  for (const { at, line, soleDevice } of orderLines(staged.day)) {
    await clock.sleep(Math.max(0, begun + at - clock.now()), over).catch(() => undefined);
    if (over.aborted) return;
    const place = soleDevice === undefined ? -1 : Math.max(0, deviceIds.indexOf(soleDevice));
    const one = clients[place % clients.length];
    for (const each of one ? [one] : clients) each.tell(line);
  }
}

// Watches a day: keeps what was seen of the client, up to a limit, and tells when it begins and when it is a flood.

interface DayWatch {
  readonly reader: TrafficReader;
  /** As many as reports may show. */
  readonly records: readonly TraceRecord[];
  /** Resolves at the first request. */
  readonly awake: Promise<void>;
  /** Resolves when more requests have come than a client may send. */
  readonly flooded: Promise<void>;
  readonly isFlooded: boolean;
  see(record: TraceRecord): void;
  wake(): void;
}

/** Records of a day that reports may show. */
const MOST_RECORDS = 50_000;

function watchDay(reader: TrafficReader, mostRequests: number): DayWatch {
  const records: TraceRecord[] = [];
  let requests = 0;
  let wake = (): void => undefined;
  const awake = new Promise<void>((resolve) => (wake = resolve));
  let flood = (): void => undefined;
  const flooded = new Promise<void>((resolve) => (flood = resolve));
  return {
    reader,
    records,
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
