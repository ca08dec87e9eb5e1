// One day of a client that is a process of its own: a simulator with a port for each instance, the plan of the day,
// and what was seen. Time is the given clock's.
import { orderLines } from '../../audit/days/order-lines.js';
import type { LivedDay, LivedProcess } from '../../audit/outcome/lived-day.js';
import { createTrafficReader, type TrafficReader } from '../../audit/traffic/read-traffic.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import { createRandom } from '../../kernel/random.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { Secrets } from '../../output/secrets.js';
import { startSimulator } from '../../simulator/start-simulator.js';
import type { Certificate } from '../../simulator/transport/certificate.js';
import { playDay, type Scene } from '../days/play-day.js';
import type { StagedDay } from '../days/stage-day.js';
import type { ClientTraffic } from '../../audit/traffic/traffic.js';
import type { Lateness, RunningDay } from './run-audit.js';
import type { TraceRecord } from '../../trace/record.js';
import type { ClientPlace } from '../../audit/days/place.js';

interface LiveDayOptions {
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
  /** The day goes on and can be looked at. */
  readonly lateness?: Lateness;
  readonly onRunning?: (running: RunningDay) => void;
}

/** A client that has ended is started again, so often and so many ms later. */
export const MOST_LIVES = 40;
export const RESTART = 3500;
/** Ms until the day begins without a request of the client. */
const SLOW_START = 10_000;
/** Requests that an instance may send on one day; more is a flood. */
const FLOOD = 20_000;
/** After the last process has ended, in ms: connections still close. */
const AFTERMATH = 500;
/** What the earlier lives of a process wrote, at most. */
const MOST_WRITTEN = 64 * 1024;

export async function liveDay(options: LiveDayOptions): Promise<LivedDay> {
  const { staged, name, clock, signal, instances } = options;
  const { day, credentials } = staged;
  const { clientId: client } = credentials;
  const bugs: string[] = [];
  const over = new AbortController();
  const stop = (): void => over.abort();
  const reader = createTrafficReader({ day: name, client, isDrawn: day.drawn });
  const watch = watchDay(reader, FLOOD * Math.max(1, instances), stop);
  const onBug = (error: unknown): void => void bugs.push(String(error));
  const running = await (options.open ?? simulatorOf(options))(watch.see, onBug);
  options.onOpen(running.url ?? '', name);
  const chance = createRandom(options.seed).stream('day');
  const played = playDay(day, running, clock, chance, watch.reader.drew);
  const from = clock.now();
  const clients = await placesOf(options, running);
  const unheard = onAbort(signal, stop);
  if (signal.aborted) stop();
  let isDone = false;
  const began = clock.now();
  const end = (): void => {
    isDone = true;
    stop();
  };
  options.onRunning?.({
    from: began,
    traffic: () => ownTraffic(watch.reader.traffic(clock.now()), client, options),
    end,
  });
  const lives = clients.map((each) => keepAlive(each, watch, options, over.signal));
  if (lives.length > 0) {
    const ended = Promise.all(lives.map((each) => each.ended));
    void ended.then(() => clock.sleep(AFTERMATH, over.signal).then(stop, stop));
  }
  // A slow client may take its time to begin.
  const awake = AbortSignal.any([watch.awake, over.signal]);
  await clock.sleep(options.start ? SLOW_START : 0, awake).catch(() => undefined);
  played.begin();
  const orders = tellOrders(options, lives, over.signal);
  await clock.sleep(day.lasts, over.signal).catch(() => undefined);
  const to = clock.now();
  const isEarly = over.signal.aborted && !isDone;
  const all = watch.reader.traffic(to);
  const records = [...watch.records];
  stop();
  played.stop();
  unheard();
  const { total: sockets } = running.sockets;
  const unanswered = running.unanswered?.();
  await Promise.all([orders, ...lives.map((each) => each.stop())]);
  await running.close();
  return {
    day,
    name,
    from,
    to,
    seed: options.seed,
    traffic: ownTraffic(all, client, options),
    others: all.filter((each) => each.client !== client),
    records,
    path: options.dialect.path,
    flooded: watch.isFlooded,
    endedBy: endOf(isEarly, signal.aborted, watch.isFlooded),
    sockets,
    ...(unanswered !== undefined && { unanswered }),
    processes: await Promise.all(lives.map((each) => each.process())),
    bugs,
  };
}

function ownTraffic(
  all: readonly ClientTraffic[],
  client: string,
  { lateness }: LiveDayOptions,
): ClientTraffic | undefined {
  const own = all.find((each) => each.client === client);
  return own && { ...own, late: lateness?.spans ?? [], isVirtual: lateness?.isVirtual ?? true };
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

/** A process of the client, which is started anew when it has ended: a supervisor would do the same. */
type Living = ReturnType<typeof keepAlive>;

function keepAlive(begin: StartedClient, watch: DayWatch, { clock }: LiveDayOptions, over: AbortSignal) {
  const { instance, start } = begin;
  const lasting: string[] = [];
  let written = '';
  let current = start();
  let end: ClientEnd | undefined;
  const live = async (): Promise<void> => {
    for (let life = 1; ; life++) {
      const called = watch.requests;
      end = await current.ended;
      if (over.aborted) return;
      watch.reader.exited({ at: clock.now(), actor: String(instance), how: end.how });
      // Whoever has not called would not call the next time either.
      if (end.neverBegan || life === MOST_LIVES || watch.requests === called) return;
      await clock.sleep(RESTART, over).catch(() => undefined);
      if (over.aborted) return;
      written = `${written}${current.output()}`.slice(-MOST_WRITTEN);
      current = start();
      for (const line of lasting) current.tell(line);
    }
  };
  return {
    /** It has ended for good. */
    ended: live(),
    /** @param isLasting whoever is started later gets it, too. */
    tell: (line: string, isLasting: boolean): void => {
      if (isLasting) lasting.push(line);
      current.tell(line);
    },
    stop: () => current.stop(),
    process: async (): Promise<LivedProcess> => ({
      ...(end ?? (await current.ended)),
      output: written + current.output(),
    }),
  };
}

function endOf(isEarly: boolean, isInterrupted: boolean, isFlooded: boolean): LivedDay['endedBy'] {
  if (isInterrupted) return 'interrupt';
  if (isFlooded) return 'flood';
  return isEarly ? 'client' : 'time';
}

interface StartedClient {
  readonly instance: number;
  readonly start: () => ClientProcess;
}

async function placesOf(options: LiveDayOptions, running: LiveScene): Promise<StartedClient[]> {
  const { staged, name, start, instances, deviceIds, seed, speed } = options;
  if (!start) return [];
  const clients: StartedClient[] = [];
  for (let instance = 1; instance <= instances; instance++) {
    const url = instance === 1 ? (running.url ?? '') : await running.openPort({ instance: String(instance) });
    const wsUrl = url.replace(/^http/, 'ws');
    const place = { day: name, instance, url, wsUrl, ...staged.credentials, deviceIds, seed, speed };
    clients.push({ instance, start: () => start(place) });
  }
  return clients;
}

async function tellOrders(
  { staged, clock, deviceIds }: LiveDayOptions,
  clients: readonly Living[],
  over: AbortSignal,
): Promise<void> {
  if (clients.length === 0) return;
  const begun = clock.now();
  for (const { at, line, soleDevice, isLasting } of orderLines(staged.day)) {
    await clock.sleep(Math.max(0, begun + at - clock.now()), over).catch(() => undefined);
    if (over.aborted) return;
    const place = soleDevice === undefined ? -1 : Math.max(0, deviceIds.indexOf(soleDevice));
    const one = clients[place % clients.length];
    for (const each of one ? [one] : clients) each.tell(line, isLasting);
  }
}

// Watches a day: keeps what was seen of the client, up to a limit, and tells when it begins and when it is a flood.

type DayWatch = ReturnType<typeof watchDay>;

/** Records of a day that reports may show. */
const MOST_RECORDS = 50_000;

/** @param onFlood more requests have come than a client may send. */
function watchDay(reader: TrafficReader, mostRequests: number, onFlood: () => void) {
  const records: TraceRecord[] = [];
  const awake = new AbortController();
  let requests = 0;
  return {
    reader,
    /** As many as reports may show. */
    records,
    /** Aborts at the first request. */
    awake: awake.signal,
    get isFlooded() {
      return requests > mostRequests;
    },
    /** How many have come. */
    get requests() {
      return requests;
    },
    see: (record: TraceRecord): void => {
      if (record.kind === 'request') {
        requests++;
        awake.abort();
        if (requests > mostRequests) onFlood();
      }
      // What comes after the cut says nothing more.
      if (requests > mostRequests) return;
      reader.see(record);
      if (records.length < MOST_RECORDS) records.push(record);
    },
  };
}

// What a day knows of a client that it starts. Who starts it, and how, is for the caller to say.

export interface ClientProcess {
  /** Resolves with how it ended, in words: `exit code 1`, `SIGSEGV`; for one that never began with why. */
  readonly ended: Promise<ClientEnd>;
  /** Gives it one line on its input; it need not read it. */
  tell(line: string): void;
  /** Ends it and all that it has started: first asked, then by force. Resolves when nothing of it is left. */
  stop(): Promise<void>;
  /** The end of what it has written so far. */
  output(): string;
}

export type ClientEnd = Omit<LivedProcess, 'output'>;

type StartClient = (place: ClientPlace) => ClientProcess;

// Where a day is lived: a service with ports for the processes of a client. A simulator, or a proxy before a real one.

interface LiveScene extends Scene {
  readonly url: string | undefined;
  /** Another port, for a process that is to be told apart. */
  openPort(options: { readonly instance: string }): Promise<string>;
  readonly sockets: { readonly total: number };
  /** Why the service behind it has not answered once; undefined where it has, or is this program's own. */
  unanswered?(): string | undefined;
  close(): Promise<void>;
}

export type OpenScene = (
  see: (record: TraceRecord) => void,
  onBug: (error: unknown) => void,
) => Promise<LiveScene>;
