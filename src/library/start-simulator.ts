// The simulator for those who import the package: the demo fleet on a free port, unless they say otherwise.
import { resolve } from 'node:path';
import { diagnosticLines } from '../cli/diagnostics.js';
import { readText } from '../cli/files.js';
import { dialectPath, loadDialect } from '../cli/load/dialect.js';
import { loadFleet } from '../cli/load/fleet.js';
import { chooseDefects, planNames } from '../cli/load/variants.js';
import { DEFAULT_FLEET } from '../cli/package-files.js';
import type { Dialect } from '../dialect/dialect.js';
import { accepted, type Result } from '../document/diagnostic.js';
import type { ReadResult } from '../document/yaml-document.js';
import { formatProblem, type Problem } from '../document/problem.js';
import { assert } from '../kernel/assert.js';
import type { Clock } from '../kernel/clock.js';
import { didYouMean } from '../kernel/did-you-mean.js';
import { createSteerableClock, type SteerableClock } from '../kernel/machine-clock.js';
import type { DeviceHandle } from '../simulator/control/installation.js';
import type { Journal } from '../simulator/control/journal/journal.js';
import type { Snapshot } from '../simulator/control/snapshot/snapshot.js';
import type { FaultStatus } from '../simulator/faults/engine/instance.js';
import type { FaultEntry } from '../simulator/faults/order.js';
import { readFaultOrder } from '../simulator/faults/plan/parse-fault-plan.js';
import type { FleetSpec } from '../simulator/fleet/fleet-spec.js';
import { parseFleet } from '../simulator/fleet/parse-fleet.js';
import type { Simulator } from '../simulator/simulator.js';
import { type RunningSimulator, startSimulator as start } from '../simulator/start-simulator.js';
import type { RestRequest, WholeReply } from '../simulator/transport/rest/message.js';
import { hostNow, settled } from '../kernel/host-time.js';
import type { ManualClock } from '../kernel/manual-clock.js';
import { createVirtualClock as createClock, quiet, type VirtualClock } from '../kernel/virtual-clock.js';
import { watchSocketTraffic } from '../lab/virtual-time/socket-traffic.js';

export interface SimulatorSetup<C extends Clock = Clock> {
  /** Path of a fleet file, or the YAML itself when it has more than one line; the demo fleet when absent. */
  readonly fleet?: string;
  /** `default`, `scrambled` or the path of a dialect file. */
  readonly dialect?: string;
  /**
   * The machine's clock when absent. A manual clock lets a test drive minutes in microseconds; a virtual clock jumps by
   * itself as soon as nothing is under way, and outruns what waits on the machine's clock.
   */
  readonly clock?: C;
  readonly seed?: number;
  /** A free port when absent. */
  readonly port?: number;
  /** False: no socket at all; requests go through `rest`. */
  readonly listen?: boolean;
  /** Opens the control plane: on a free port, or on the one given. */
  readonly control?: boolean | number;
  /** Faults of the start, as a plan has them. */
  readonly faults?: readonly FaultEntry[];
  /** Ids of bugs that the service is to have. */
  readonly defects?: readonly string[];
}

export interface StartedSimulator<C extends Clock = Clock> {
  /** Of the service; there is none when it does not listen. */
  readonly url: string;
  /** Undefined when the control plane was not asked for. */
  readonly controlUrl: string | undefined;
  readonly controlToken: string | undefined;
  readonly clock: C;
  /** What the service was asked and answered, and what the devices have really done. */
  readonly journal: Journal;
  /** A device, to look at and to do things to; undefined when there is none. */
  device(deviceId: string): DeviceHandle | undefined;
  readonly faults: LibraryFaults;
  /** A request without a socket. */
  rest(request: RestRequest): Promise<WholeReply>;
  /** Back to the fleet file: what a test file with one simulator wants before each test. */
  reset(): void;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** The parts behind the sockets, for tests that look inside; others after a reset. */
  readonly simulator: Simulator;
  close(): Promise<void>;
}

/** What is no fault throws: in a test that is what one wants. */
export interface LibraryFaults {
  /** Orders a fault as a plan has it, such as `{ fault: 'offline', on: { device: 'bench-01' } }`. Gives its id. */
  order(entry: FaultEntry): string;
  /** Orders all faults of a plan in YAML. */
  apply(plan: string): readonly string[];
  /** Ends one fault, or all. */
  clear(id?: string): void;
  list(): readonly FaultStatus[];
}

/** Starts a simulator on loopback; rejects when a file has a mistake or the port cannot be had. */
export async function startSimulator<C extends Clock = SteerableClock>(
  setup: SimulatorSetup<C> = {},
): Promise<StartedSimulator<C>> {
  const { port = 0, seed, control = false } = setup;
  // Without a clock of its own, C is what it is by default.
  const clock = setup.clock ?? (createSteerableClock() as unknown as C);
  const fleet = fleetOf(setup.fleet);
  const known = planNames(fleet);
  const running = await start({
    fleet,
    dialect: required(dialectOnce(setup.dialect ?? 'default', process.cwd())),
    clock,
    defects: required(await chooseDefects(setup.defects ?? [])).map(({ id }) => id),
    faults: (setup.faults ?? []).map((entry) => read(readFaultOrder(entry, known), '')),
    ...(seed === undefined ? {} : { seed }),
    listen: setup.listen === false ? false : { port },
    control: control === false ? false : { port: control === true ? 0 : control },
  });
  const { journal, device, reset, snapshot, restore } = running;
  const standStill = keepMoving(clock);
  return {
    get url() {
      assert(running.url !== undefined, 'a simulator that does not listen has no address');
      return running.url;
    },
    controlUrl: running.control?.url,
    controlToken: running.control?.token,
    clock,
    journal,
    device,
    faults: libraryFaults(running),
    rest: (request) => running.simulator.rest(request),
    reset,
    snapshot,
    restore,
    get simulator() {
      return running.simulator;
    },
    close: () => running.close().finally(standStill),
  };
}

function libraryFaults({ faults }: RunningSimulator): LibraryFaults {
  return {
    order: (entry) => read(faults.order(entry), ''),
    apply: (plan) => read(faults.apply(plan, 'plan'), plan),
    clear: (id) => {
      if (id === undefined) faults.clearAll();
      else faults.clear(id);
    },
    list: faults.list,
  };
}

function fleetOf(given: string | undefined): FleetSpec {
  if (!given?.includes('\n')) return required(fleetOnce(given, process.cwd()));
  return read(parseFleet(given, 'fleet'), given);
}

function required<T>(attempt: Result<T>): T {
  if (attempt.ok) return attempt.value;
  throw new Error(diagnosticLines(attempt.diagnostics).join('\n'));
}

/** @param source the text that the problems are in; '' when it was no text. */
function read<T>(attempt: ReadResult<T>, source: string): T {
  if (attempt.ok) return attempt.value;
  const text = (problem: Problem): string =>
    source === '' ? [problem.message, problem.hint ?? ''].join(' ').trim() : formatProblem(problem, source);
  throw new Error(attempt.problems.map(text).join('\n\n'));
}

// Fleets and dialects for those who start many simulators, one for each test: the same text is read once. What is
// read is never changed, so simulators can share it. Without it a simulator takes 27 ms to start, with it 0.4 ms.

/** Different texts that are kept; a test run has a handful. */
const MOST_KEPT = 16;

const fleets = new Map<string, FleetSpec>();
const dialects = new Map<string, Dialect>();

/** @param name a path; the fleet that comes with the program when undefined. */
export function fleetOnce(name: string | undefined, cwd: string): Result<FleetSpec> {
  const path = name === undefined ? DEFAULT_FLEET : resolve(cwd, name);
  return once(fleets, path, () => {
    const loaded = loadFleet(name, cwd);
    return loaded.ok ? accepted(loaded.value.spec) : loaded;
  });
}

/** @param name the name of a dialect that comes with the program, or a path. */
export function dialectOnce(name: string, cwd: string): Result<Dialect> {
  return once(dialects, dialectPath(name) ?? resolve(cwd, name), () => loadDialect(name, cwd));
}

function once<T>(kept: Map<string, T>, path: string, readAgain: () => Result<T>): Result<T> {
  const text = readText(path);
  const key = `${path}\n${text.ok ? text.value : ''}`;
  const known = kept.get(key);
  if (known !== undefined) return accepted(known);
  const made = readAgain();
  // A fleet that names other files (recorded signals) can change without its own text.
  if (!made.ok || !text.ok || kept.size >= MOST_KEPT || /\bfile\s*:/.test(text.value)) return made;
  kept.set(key, made.value);
  return made;
}

// A simulator for one test: started for it, closed after it, with devices that a typing error cannot hide.

export interface Devices {
  /** Throws when the fleet has no such device. */
  get(deviceId: string): DeviceHandle;
  /** At most 1000 of them. */
  readonly ids: readonly string[];
}

export interface UsedSimulator<C extends Clock = SteerableClock> extends StartedSimulator<C> {
  readonly devices: Devices;
}

/** Of a list of ids, which is for people. */
const MOST_IDS = 1000;

/** @param atEnd registers what is to be done when the test has ended. */
export async function simulatorFor<C extends Clock = SteerableClock>(
  setup: SimulatorSetup<C>,
  atEnd: (close: () => Promise<void>) => void,
): Promise<UsedSimulator<C>> {
  const started = await startSimulator(setup);
  atEnd(started.close);
  const properties = Object.getOwnPropertyDescriptors(started);
  const devices = { value: devicesOf(started), enumerable: true };
  return Object.defineProperties({} as UsedSimulator<C>, { ...properties, devices });
}

function devicesOf(started: Pick<StartedSimulator, 'device' | 'simulator'>): Devices {
  const ids = (): string[] => {
    const all: string[] = [];
    for (const { deviceId } of started.simulator.fleet.list()) {
      if (all.length === MOST_IDS) break;
      all.push(deviceId);
    }
    return all;
  };
  return {
    get: (deviceId) => {
      const found = started.device(deviceId);
      if (found) return found;
      const hint = didYouMean(deviceId, ids()) ?? '';
      throw new Error(`there is no device "${deviceId}". ${hint}`.trim());
    },
    get ids() {
      return ids();
    },
  };
}

// Virtual time over the sockets of a test: it stands still while bytes are under way between two ends in this process,
// and jumps to the next timer as soon as nothing is. What waits on the machine's clock, such as a timer of the client
// under test, is outrun.

/** From the import on, so that no connection is older than the watch. */
const traffic = watchSocketTraffic();

/** Clock time after which nobody believes in an end any more: an hour. */
const LONGEST = 3_600_000;
/** Ms of the machine in which files and the like may still end work for which no timer is left. */
const LONGEST_IDLE = 1000;

/**
 * A clock in virtual time. A simulator that is started on it keeps it moving until it is closed.
 * @param begin clock time in ms at which the clock begins; 2026 when absent.
 */
export function createVirtualClock(begin = Date.UTC(2026, 0, 1)): VirtualClock {
  return createClock(begin, traffic);
}

/** Makes time move for the simulator that has been started on this clock; gives what stops it. */
function keepMoving(clock: object): () => void {
  return isVirtual(clock) ? clock.flow() : () => undefined;
}

function isVirtual(clock: object): clock is VirtualClock {
  return 'flow' in clock;
}

/**
 * Lets time pass on a manual clock until `work` over real sockets has ended: from timer to timer, each as soon as all that
 * was written has been read. For work on timers alone, `clock.runUntil` is enough.
 */
export async function passTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const finished = work.finally(() => (done = true));
  finished.catch(() => undefined);
  const limit = clock.now() + LONGEST;
  let movedAt = hostNow();
  while (!done) {
    await settled();
    await quiet(traffic);
    if (done) break;
    const [next] = clock.pending();
    if (next) {
      assert(next.dueAt < limit, 'an hour of virtual time has passed, and the work has not ended');
      await clock.advance(Math.max(0, next.dueAt - clock.now()));
      movedAt = hostNow();
    } else assert(hostNow() - movedAt < LONGEST_IDLE, 'no timer is left, and the work has not ended');
  }
  return finished;
}
