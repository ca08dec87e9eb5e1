// One life of the simulated cloud, from the fleet file on: a fleet, the service over it, and what is made to
// go wrong. A reset ends one life and begins another behind the same sockets.
import type { Clock } from '../kernel/clock.js';
import { defined } from '../kernel/defined.js';
import { createRandom } from '../kernel/random.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Journal } from './control/journal/journal.js';
import type { Recorder } from './control/journal/recorder.js';
import type { EdgeOf } from './edge/edge.js';
import { createFaultEngine } from './faults/engine/engine.js';
import type { FaultOrder } from './faults/order.js';
import { createFleet, type FleetOptions } from './fleet/fleet.js';
import { fleetFor, type FleetSpec } from './fleet/fleet-spec.js';
import { applyFleet, applyLevels } from './control/snapshot/take.js';
import { settingsOf, createSimulator, type Network, type Simulator } from './simulator.js';
import type { DeviceMemory } from './device/device.js';
import { keepFleet, type KeptFleet } from './state/lasting-state.js';
import type { ClusterSeat } from './cluster/seat.js';
import type { StateStore } from './state/state-book.js';
import { budgetsIn, clientsIn, fleetIn } from './state/snapshot-records.js';

export interface CloudOptions {
  readonly fleet: FleetSpec;
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Default: the fleet's own. */
  readonly seed?: number;
  /** They begin to count when the cloud is there. */
  readonly faults?: readonly FaultOrder[];
  /** Edges that are there from the beginning of each life, the first nearest to the service. Faults stand around them. */
  readonly edges?: readonly EdgeOf[];
  /** See `SimulatorOptions`. */
  readonly seededSecrets?: boolean;
  /** Where the state is kept; in memory when absent. */
  readonly store?: StateStore;
  /** The cluster that it is an instance of. */
  readonly cluster?: ClusterSeat;
  /** Hears of what was thrown while a request was served: a bug. */
  readonly onBug?: (error: unknown) => void;
}

export type Cloud = ReturnType<typeof createCloud>;

/**
 * @param network what its transports share with those of the clouds before and after it.
 * @param recorder watches the requests for the journal; none where nobody reads it.
 */
export function createCloud(options: CloudOptions, journal: Journal, network: Network, recorder?: Recorder) {
  const { dialect, clock, edges = [], onBug, cluster } = options;
  const spec = fleetFor(dialect, options.fleet);
  const random = createRandom(options.seed ?? spec.seed);
  const faults = createFaultEngine({ clock, random, dialect, journal, counts: cluster?.counts });
  if (cluster) cluster.keeper.ahead = faults.ahead;
  const store: StateStore | undefined = options.store && { ...options.store, isHeld: faults.isHeld };
  const made = createFleet(spec, {
    clock,
    random,
    ...(store && {
      origin: originOf(store, clock),
      touched: (deviceId) => kept?.touched(deviceId),
      memoryOf: (deviceId) => store.book.get('devices', deviceId) as DeviceMemory | undefined,
    }),
    ...(cluster && keptBy(cluster)),
    places: (device) => faults.devices.now(device),
    witness: (deviceId, { act, ...detail }) => {
      if (!kept?.isRecollecting()) journal.note({ kind: 'physical', deviceId, act, detail });
    },
  });
  const kept: KeptFleet | undefined =
    store &&
    keepFleet(
      made,
      store,
      (clientId, deviceId) => simulator.ports.access.look(clientId)?.sees(deviceId) ?? false,
    );
  const fleet = kept ?? made;
  const simulator = createSimulator({
    fleet,
    clock,
    random,
    dialect,
    settings: settingsOf(spec.limits),
    network,
    edges: edges.flatMap((edge) => (typeof edge === 'function' ? edge({ clock, random }) : edge)),
    ...defined({ journal: recorder?.edge, onBug, store, cluster, isHeld: cluster && faults.isHeld }),
    ...(options.seededSecrets && { seededSecrets: true }),
  });
  if (store) kept?.recollect(() => recollect(store, simulator, clock));
  for (const order of options.faults ?? []) faults.add(order);
  faults.attach(simulator);
  return {
    simulator,
    faults,
    /** What happens to the device from outside is kept; nothing where there is no store. */
    touched: (deviceId: string): void => kept?.touched(deviceId),
    /** Ends all faults and stops all devices. */
    dispose: (): void => {
      faults.clearAll();
      for (const device of fleet.made()) device.dispose();
    },
  };
}

/** In a cluster, whoever looks after a device keeps what becomes of it. */
function keptBy({
  origin,
  keeper,
}: ClusterSeat): Pick<FleetOptions, 'origin' | 'wakes' | 'touched' | 'memoryOf'> {
  return {
    origin,
    wakes: false,
    touched: (deviceId) => keeper.touched(deviceId),
    memoryOf: (deviceId) => keeper.memoryOf(deviceId),
  };
}

/** Signals go on after a start where they were. */
function originOf({ book }: StateStore, clock: Clock): number {
  const kept = book.get('meta', 'origin');
  if (typeof kept === 'number') return kept;
  const origin = clock.now();
  book.mark('meta', 'origin', () => origin);
  return origin;
}

// Puts what a folder of state has kept into a simulator that has just begun. Nothing of it is told as an event. What
// devices have in memory is read when each is made.

function recollect({ book }: StateStore, { fleet, ports }: Simulator, clock: Clock): void {
  applyFleet(fleetIn(book), fleet, ports);
  // A list shows a device that has not been made as one that works.
  for (const [deviceId, memory] of book.entries('devices')) {
    const { powered, linked } = memory as DeviceMemory;
    if (!powered || !linked) fleet.get(String(deviceId));
  }
  for (const [clientId, value] of book.entries('clients'))
    ports.access.setDisabled(String(clientId), (value as { readonly disabled: boolean }).disabled);
  const now = clock.now();
  applyLevels({ clients: clientsIn(book, now), budgets: budgetsIn(book, now) }, ports);
  ports.ledger.endRunning();
}
