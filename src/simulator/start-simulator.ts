// Starts a simulator: a cloud from a fleet, the journal that watches it, and the sockets in front of it. The
// CLI, runs without a target and library users all begin here.
import { assert } from '../kernel/assert.js';
import { createRandom } from '../kernel/random.js';
import { withMembers } from '../kernel/with-members.js';
import { type Cloud, type CloudOptions, createCloud } from './cloud.js';
import { createFaultDesk, type HandedFaults } from './control/fault-desk.js';
import type { Here } from './cluster/messages.js';
import type { DeviceHandle, Installation } from './control/installation.js';
import { createSecrets, type Secrets } from '../output/secrets.js';
import { createJournal, type Journal } from './control/journal/journal.js';
import { createRecorder, type Recorder } from './control/journal/recorder.js';
import { createWireTap, NO_TAP, onWire } from './control/page/wire-tap.js';
import { type ControlReport, createReport, type MetricsReport, type ReportAsked } from './control/whole.js';
import type { PageParts } from './control/route.js';
import { type ControlPlane, openControlPlane } from './control/server.js';
import { createAnswerHere } from './control/answer.js';
import { createSteering } from './control/steering.js';
import { applySnapshot, takeSnapshot } from './control/snapshot/take.js';
import { journalled } from './control/stimuli.js';
import { detached } from '../kernel/compact.js';
import type { EdgeOf } from './edge/edge.js';
import { createNetwork, type Simulator } from './simulator.js';
import { listen, type ListenOptions } from './transport/server.js';
import type { ServerParts } from './transport/server-parts.js';
import { isLoopback } from './transport/network.js';
import { PUBLIC_WORDS } from '../contract/public-words.js';
import type { FleetSpec } from './fleet/fleet-spec.js';

export interface StartOptions extends Omit<CloudOptions, 'seededSecrets'> {
  /** Ids of defects; unknown ones are a bug of the caller. They are nearer to the service than `edges`. */
  readonly defects?: readonly string[];
  /** False: no socket, for callers of the service's own methods. Default: a free port of loopback. */
  readonly listen?: false | (ListenOptions & { readonly host?: string; readonly port?: number });
  /** The control plane, on a port of its own on loopback. Default: none. */
  readonly control?:
    false | { readonly port?: number; readonly page?: Omit<PageParts, 'serviceUrl'> | undefined };
  /** False: nobody is going to read the journal, and requests are not looked at for it. Default: true. */
  readonly journal?: boolean;
  /** Records that the journal keeps; 10,000 by default. */
  readonly journalCapacity?: number;
  /** Sees the journal from its very first record on. */
  readonly onJournal?: (journal: Journal) => void;
  /** Tokens, tickets and passwords are made known to it as they come; default: its own. */
  readonly secrets?: Secrets;
}

export interface RunningSimulator extends Installation {
  /** Undefined when it does not listen. */
  readonly url: string | undefined;
  readonly control: ControlPlane | undefined;
  /** Another free port of the same host before the same service, for a process that is to be told apart. */
  openPort(options: ListenOptions): Promise<string>;
  close(): Promise<void>;
}

/** Rejects with a `ListenError`, or with the system's error when a port cannot be had. */
export async function startSimulator(options: StartOptions): Promise<RunningSimulator> {
  const edges = [...(await edgesOfDefects(options.defects)), ...(options.edges ?? [])];
  const { host = '127.0.0.1', port = 0, ...how } = options.listen === false ? {} : (options.listen ?? {});
  const seededSecrets = hasSeededSecrets(options.seed, options.listen === false ? undefined : host);
  const { installation, shell, dispose, turned, issued } = install({ ...options, edges, seededSecrets });
  // What was in flight has ended, and that is on disk, before anybody asks.
  await options.store?.book.attempt();
  let control: ControlPlane | undefined;
  const metrics = async (): Promise<MetricsReport> => (await control?.metrics()) ?? [];
  const report = options.cluster && createReport({ installation, issued, metrics });
  await enterCluster(installation, options.cluster, turned, report);
  const listening = options.listen === false ? [] : [await listen(shell, host, port, how)];
  const url = listening[0]?.url;
  const close = async (): Promise<void> => {
    await Promise.all(listening.map((each) => each.close()));
    // Before the devices stop: that they are off is no state of theirs.
    await options.store?.close();
    await options.cluster?.close();
    dispose();
  };
  try {
    if (options.control) {
      const { port: own = 0, page } = options.control;
      const shown = page && { ...page, serviceUrl: url ?? '' };
      control = await openControlPlane(installation, own, shown, report);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return withMembers<Installation, Omit<RunningSimulator, keyof Installation>>(installation, {
    url,
    control,
    openPort: async (more) => {
      const another = await listen(shell, host, 0, more);
      listening.push(another);
      return another.url;
    },
    close: async () => {
      await control?.close();
      await close();
    },
  });
}

/** They are many, and are loaded only where one is asked for: most simulators have none. */
async function edgesOfDefects(ids: readonly string[] = []): Promise<EdgeOf[]> {
  if (ids.length === 0) return [];
  const { findDefect } = await import('./defects/registry.js');
  return ids.map((id) => {
    const found = findDefect(id);
    assert(found, `there is no defect ${id}`);
    return found.edge;
  });
}

/** Before it listens: from now on others send it what belongs to it. */
async function enterCluster(
  installation: Installation,
  cluster: CloudOptions['cluster'],
  turned: Here['turned'],
  report: ControlReport | undefined,
): Promise<void> {
  if (!cluster || !report) return;
  const metrics = (): Promise<never> => Promise.reject(new Error('metrics are each instance\u2019s own'));
  const context = { installation, steering: createSteering(installation.clock), metrics };
  const { faults } = installation;
  const here: Here = {
    control: createAnswerHere(context, installation.onBug),
    report: (asked) => report(asked as ReportAsked),
    faults: faults.handOver,
    takeFaults: (handed) => faults.takeOver(handed as HandedFaults),
    turned,
  };
  // A new generation replaces the parts that hear of others.
  await cluster.begin(() => {
    const { membership } = installation.simulator;
    assert(membership, 'whoever begins in a cluster is a member of it');
    return membership.hooks(here);
  });
}

/** Digests of secrets are of no use to anybody who does not know the seed. */
function saltOf({ seed, fleet }: CloudOptions): number {
  return createRandom(seed ?? fleet.seed)
    .stream('digest')
    .integer(0, 0x7fff_ffff);
}

function install(given: StartOptions & Pick<CloudOptions, 'seededSecrets'>): {
  readonly installation: Installation;
  /** The sockets outlive the cloud behind them. */
  readonly shell: ServerParts;
  dispose(): void;
  readonly issued: Recorder['issued'] | undefined;
  /** A new generation of the cluster has begun. */
  readonly turned: Here['turned'];
} {
  const { clock, secrets = createSecrets() } = given;
  keepFleetSecrets(secrets, given.fleet);
  const journal = createJournal(clock, given.journalCapacity, (record) => secrets.redact(record));
  const onBug = bugRecorder(journal, given.onBug);
  const options = { ...given, onBug };
  options.onJournal?.(journal);
  options.store?.keepTime(clock);
  const recorder = options.journal === false ? undefined : recorderFor(journal, given, secrets);
  const tapped = recorder && createWireTap(recorder.traffic);
  const network = createNetwork(clock, tapped?.traffic);
  const tap = tapped?.tap ?? NO_TAP;
  let cloud: Cloud = createCloud(options, journal, network, recorder);
  const shell = { ...cloud.simulator.shell };
  const faults = createFaultDesk(() => ({ faults: cloud.faults, fleet: cloud.simulator.fleet }));
  const begin = (name: string, next: CloudOptions): void => {
    journal.note({ kind: 'stimulus', name, outcome: 'applied' });
    network.connections.closeAll();
    cloud.dispose();
    options.store?.book.clear();
    for (const key of ['totals', 'origin', 'running']) options.store?.book.mark('meta', key, () => undefined);
    cloud = createCloud(next, journal, network, recorder);
    Object.assign(shell, cloud.simulator.serving);
  };
  const installation: Installation = {
    clock,
    dialect: given.dialect,
    journal,
    clean: (value) => secrets.redact(value),
    tap,
    wire: (exchange) => {
      const found = tap.find(exchange);
      return Promise.resolve(found && secrets.redact(onWire(exchange, found, given.dialect)));
    },
    faults,
    connections: network.connections,
    sockets: network.socketCounts,
    onBug,
    get simulator() {
      return cloud.simulator;
    },
    device: (deviceId) => handleOf(cloud.simulator, deviceId, journal),
    reset: () => begin('reset', options),
    snapshot: (devices) => takeSnapshot(installation, devices),
    restore: (snapshot) => {
      begin('restore', { ...options, faults: [] });
      applySnapshot(snapshot, cloud.simulator, faults);
      for (const { deviceId } of snapshot.devices) cloud.touched(deviceId);
    },
  };
  return {
    installation,
    shell,
    dispose: () => cloud.dispose(),
    issued: recorder?.issued,
    turned: ({ name, faults: ordered }) => {
      begin(name, ordered ? { ...options, faults: [] } : options);
      if (ordered) faults.reorder(ordered);
    },
  };
}

function handleOf({ fleet }: Simulator, deviceId: string, journal: Journal): DeviceHandle | undefined {
  const device = fleet.get(deviceId);
  if (!device) return undefined;
  return {
    deviceId,
    stimuli: journalled(device, journal),
    channels: device.channels,
    reported: () => device.peripherals(),
    physical: () => device.physical(),
  };
}

function recorderFor(journal: Journal, given: StartOptions, secrets: Secrets): Recorder {
  const { dialect, clock } = given;
  const seat = given.cluster;
  return createRecorder(journal, {
    dialect,
    clock,
    salt: saltOf(given),
    secrets,
    ...(seat && { isShared: () => seat.life > 0 || seat.node.members.length > 1 }),
  });
}

/** In characters: a message may quote what came in. */
const LONGEST_MESSAGE = 500;

/** A failure of the simulator itself is recorded, and what it befell ends; the others go on. */
function bugRecorder(journal: Journal, tell?: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    journal.note({ kind: 'bug', message: detached(text, LONGEST_MESSAGE) });
    tell?.(error);
  };
}

// Where access tokens and tickets may come from the seed: a run can be repeated then, and whoever knows the seed has them.

/**
 * @param seed as it was asked for; that of a fleet file is no secret at all.
 * @param host undefined when there is no socket.
 */
export function hasSeededSecrets(seed: number | undefined, host: string | undefined): boolean {
  return host === undefined || (seed !== undefined && isLoopback(host));
}

// What the simulator knows to be secret from its fleet, and what it knows to be public.

function keepFleetSecrets(secrets: Secrets, { clients, devices }: FleetSpec): void {
  for (const { clientId, secret } of clients) secrets.keep(secret, `<secret of ${clientId}>`);
  // The number of a device makes no secret of a word.
  for (const { password } of devices)
    for (const part of password.split('{n}')) secrets.keep(part, '<password>');
  secrets.open(PUBLIC_WORDS);
  secrets.open([
    ...clients.map(({ clientId }) => clientId),
    ...devices.flatMap(({ ids, name = '', profileId }) => [ids.text, name, profileId]),
  ]);
}
