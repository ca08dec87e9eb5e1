// The simulator of a run in this process.
import type { Dialect } from '../../dialect/dialect.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import {
  type Act,
  type ActDriver,
  type Acted,
  APPLIED,
  failed,
} from '../../harness/profile/stimuli/catalogue.js';
import { type OpenTarget, openTarget, type OpenTargetOptions } from '../../harness/run/open-target.js';
import { createInProcessTransport } from '../../harness/target/in-process/create-in-process-transport.js';
import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';
import type { Transport } from '../../harness/target/transport.js';
import type { Clock } from '../../kernel/clock.js';
import { createVirtualClock, type VirtualClock } from '../../kernel/virtual-clock.js';
import type { Secrets } from '../../output/secrets.js';
import { applyStimulus } from '../../simulator/control/stimuli.js';
import type { EdgeOf } from '../../simulator/edge/edge.js';
import type { DeviceStimuli } from '../../simulator/device/device.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import { fleetFor, type FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { type RunningSimulator, type StartOptions, startSimulator } from '../../simulator/start-simulator.js';
import { DEFAULT_SEED } from '../default-seed.js';
import { profileOfFleet } from '../fleet-profile.js';
import { type SocketTraffic, watchSocketTraffic } from '../virtual-time/socket-traffic.js';
import {
  containedClock,
  containedDriver,
  containedServer,
  failedReply,
  type OnBug,
  simulatorServer,
  survived,
} from './simulator-server.js';
import { assert } from '../../kernel/assert.js';
import { plan, type Selection } from '../../harness/run/plan.js';
import { run } from '../../harness/run/run.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { poolsOf } from '../../harness/property/facts.js';
import { EVENT_PATIENCE } from '../../harness/judge/invariant.js';
import {
  type Executor,
  factsFor,
  type ProgramContext,
  type ProgramRun,
  runProgram,
} from '../../harness/property/executor.js';
import { withoutSecrets } from '../../harness/target/driver/driver.js';
import { createSafety } from '../../harness/safety/safety.js';
import { createRandom } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';

export interface InProcessOptions {
  readonly fleet: FleetSpec;
  /** The fleet that the profile of the target declares; default: all of it. */
  readonly declared?: FleetSpec;
  readonly dialect: Dialect;
  readonly seed?: number;
  /** Ids of defects. */
  readonly defects?: readonly string[];
  readonly faults?: readonly FaultOrder[];
  /** Of styles. */
  readonly edges?: readonly EdgeOf[];
  /** The profile of an earlier one with the same options, which saves finding it out again. */
  readonly profile?: Profile;
  /** The way to the service; default: calls. Over `sockets`, HTTP and WebSocket are real, on ports of loopback. */
  readonly over?: 'calls' | 'sockets';
  /** What nothing that is shown may hold; default: secrets of its own. */
  readonly secrets?: Secrets;
  /** Others use the devices, too. */
  readonly shared?: boolean;
  /** What the run leaves out on purpose. */
  readonly restriction?: Restriction | undefined;
  /** False: nobody is going to look into the simulator's journal. */
  readonly journal?: boolean;
  /** Whoever shows a trace takes the secrets out of it; default: they are taken out of each record. */
  readonly cleansLater?: boolean;
  /** False: profile and dialect may differ from the target, and are tried before the first check; default: true. */
  readonly vouchedFor?: boolean;
  /** What the simulator throws ends only what it befell, as in a process of its own; default: it ends the run. */
  readonly contained?: boolean;
}

// Work on a target in virtual time, and its end: connections that are still open take virtual time to close.

export async function thenClose<T>(work: Promise<T>, open: Pick<OpenTarget, 'close'>): Promise<T> {
  try {
    return await work;
  } finally {
    await open.close();
  }
}

// A simulator and a target in one process, on one clock. In virtual time a run that waits for minutes takes milliseconds,
// and the same seed gives the same run.

export interface InProcess<C extends Clock = VirtualClock> {
  readonly open: OpenTarget;
  readonly running: RunningSimulator;
  readonly clock: C;
  /** What the simulator threw: bugs of ours. */
  readonly bugs: readonly unknown[];
}

/** Clock time at which every run in virtual time begins. */
const BEGINNING = Date.UTC(2026, 0, 1);
/** Where no socket is, an address is only a name. */
const NOWHERE = 'http://simulator.test';
/** Ms of the clock. */
const PATIENCE = 10_000;

/** All stimuli are on offer; what does them is in this process. */
const CONTROL = { url: 'http://control.test', token: 'none' };

/** In virtual time. */
export async function openInProcess(options: InProcessOptions): Promise<InProcess> {
  if (options.over !== 'sockets') return openOn(createVirtualClock(BEGINNING), options);
  const traffic = watchSocketTraffic();
  return openOn(createVirtualClock(BEGINNING, traffic), options, { traffic });
}

/** What is different where time passes by itself, or where sockets have to be watched. */
interface Outside {
  readonly patience?: number;
  readonly traffic?: SocketTraffic;
}

/** On any clock. Over sockets, rejects with the system's error when no port can be had. */
export async function openOn<C extends Clock>(
  clock: C,
  options: InProcessOptions,
  { patience = PATIENCE, traffic }: Outside = {},
): Promise<InProcess<C>> {
  const { dialect, seed = DEFAULT_SEED, vouchedFor = true, contained = false, cleansLater = false } = options;
  const { profile, secrets, restriction, shared = false, declared = options.fleet } = options;
  const bugs: unknown[] = [];
  const onBug = (error: unknown): unknown => bugs.push(error);
  const running = await startSimulator(startOptions(options, clock, onBug));
  const way =
    options.over === 'sockets' ? overSockets(running, clock) : overCalls(running, clock, options, onBug);
  const { url, control, ...wired } = way;
  const stop = async (): Promise<void> => {
    await (contained ? survived(running.close, onBug, () => undefined) : running.close());
    traffic?.dispose();
  };
  const open = openTarget({
    ...wired,
    profile: profile ?? {
      ...profileOfFleet(fleetFor(dialect, declared), { name: 'a simulator', url, patience, control }),
      ...(shared ? { shared } : {}),
    },
    dialect,
    clock,
    seed,
    vouchedFor,
    cleansLater,
    ...(restriction && { restriction }),
    ...(secrets && { secrets }),
    stop,
  });
  return { open, running, clock, bugs };
}

function startOptions(options: InProcessOptions, clock: Clock, onBug: OnBug): StartOptions {
  const { fleet, dialect, seed = DEFAULT_SEED, defects = [], faults = [], edges, over } = options;
  const { journal = true, contained = false } = options;
  return {
    fleet,
    dialect,
    // Behind sockets a simulator survives by itself what it throws.
    clock: contained ? containedClock(clock, onBug) : clock,
    seed,
    ...(over === 'sockets' ? { listen: { sockets: UNLIMITED }, control: {} } : { listen: false }),
    journal,
    defects,
    faults,
    ...(edges && { edges }),
    onBug,
  };
}

/** Limits in ms of the machine, which a slow machine must not meet. */
const UNLIMITED = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
const LONG = 3_600_000;

interface Way extends Pick<OpenTargetOptions, 'transport' | 'drive'> {
  readonly url: string;
  readonly control: { readonly url: string; readonly token: string } | undefined;
}

function overSockets({ url = NOWHERE, control }: RunningSimulator, clock: Clock): Way {
  const websocketUrl = url.replace(/^http/, 'ws');
  const limits = { connecting: LONG, idle: LONG };
  const transport = createNetworkTransport({
    baseUrl: url,
    websocketUrl,
    tls: { insecure: false },
    clock,
    limits,
  });
  return { url, control, transport };
}

function overCalls(
  running: RunningSimulator,
  clock: Clock,
  { dialect, contained = false }: InProcessOptions,
  onBug: OnBug,
): Way {
  const server = simulatorServer(() => running.simulator, clock);
  const drive = inProcessDriver(running);
  const way = (served: typeof server): Transport => createInProcessTransport(served, clock);
  if (!contained) return { url: NOWHERE, control: CONTROL, transport: way(server), drive };
  const transport = way(containedServer(server, failedReply(dialect), onBug));
  return { url: NOWHERE, control: CONTROL, transport, drive: containedDriver(drive, onBug) };
}

// Acts on a simulator in the same process, as its control plane would, without a socket in between.

export function inProcessDriver({ simulator, device }: RunningSimulator): ActDriver {
  const { access } = simulator.ports;
  const acted = (act: Act): Acted | boolean => {
    const clientId = act.client?.clientId ?? '';
    if (act.name === 'disable-client') return access.setDisabled(clientId, true);
    if (act.name === 'enable-client') return access.setDisabled(clientId, false);
    if (act.name === 'expire-tokens') return (access.expireTokens(clientId), true);
    const found = device(act.device?.deviceId ?? '');
    if (!found) return false;
    if (act.name === 'executions') return { kind: 'applied', value: found.physical().executions };
    return onDevice(found.stimuli, act);
  };
  return (act) => {
    const outcome = acted(act);
    if (typeof outcome === 'object') return Promise.resolve(outcome);
    return Promise.resolve(outcome ? APPLIED : failed('there is no such device, client or channel'));
  };
}

function onDevice(
  stimuli: DeviceStimuli,
  { name, index = 0, key = '', active = false, value = 0, data = '' }: Act,
): boolean {
  const kind = DONE_TO_DEVICES.find((each) => each === name);
  return kind !== undefined && applyStimulus(stimuli, { kind, index, key, active, value, data });
}

const DONE_TO_DEVICES = [
  'set-input',
  'set-analog',
  'set-sensor',
  'cut-power',
  'restore-power',
  'drop-link',
  'restore-link',
  'inject-rs485',
] as const;

// A run of scenarios against a simulator in the same process, in virtual time.

export async function runInProcess(
  options: InProcessOptions,
  scenarios: readonly Scenario[],
  selection: Selection = {},
) {
  const opened = await openInProcess(options);
  const { open, clock, bugs } = opened;
  const result = await clock.runUntil(thenClose(runOn(opened, scenarios, selection), open));
  return result.ok ? accepted({ result: result.value, profile: open.profile, bugs }) : result;
}

/** Reasons are shown, whoever takes the secrets out of traces. */
function withoutSecretReasons(result: RunResult, { secrets }: InProcess['open']): RunResult {
  const checks = result.checks.map((check) =>
    check.reason === undefined ? check : { ...check, reason: secrets.redact(check.reason) },
  );
  return { ...result, checks };
}

async function runOn(
  { open }: InProcess,
  scenarios: readonly Scenario[],
  selection: Selection,
): Promise<Result<RunResult>> {
  const planned = plan(scenarios, open.profile, selection, open.stimuli.offers);
  if (!planned.ok) return refuseInput(planned.problems.map(({ message }) => message).join('; '));
  const { ruleSet } = selection;
  const ended = await run(open, { plan: planned.plan, ...(ruleSet && { ruleSet }) });
  if (ended.ok) return accepted(withoutSecretReasons(ended.result, open));
  // A simulator of this process has no restore file and no earlier runs.
  assert(ended.kind === 'differs', `nothing was checked: ${ended.kind}`);
  return refuseInput(ended.problems.map(({ message }) => message).join('; '));
}

// An executor in this process: a fresh simulator for every program, in virtual time, so that a program depends on
// nothing but itself.

/** Undefined where the fleet offers nothing to write programs for. */
export async function createInProcessExecutor(options: InProcessOptions): Promise<Executor | undefined> {
  const first = await openInProcess(options);
  const { profile, stimuli } = first.open;
  const pools = poolsOf(profile, stimuli.offers, { actuate: options.restriction === undefined });
  await first.open.close();
  const [best, ...others] = pools.map(({ facts }) => facts);
  if (!best) return undefined;
  const tenants = [best, ...others] as const;
  const base = options.seed ?? DEFAULT_SEED;
  return {
    tenants,
    jumps: true,
    // Time costs nothing here, so every absence is proven at once.
    eventPatience: { usual: EVENT_PATIENCE, proving: EVENT_PATIENCE },
    run: async (program, mark, how) => {
      const facts = factsFor({ tenants }, program.tenant);
      // A chance of its own: what only chance has brought about does not come again under another mark.
      const seed = createRandom(base).stream(`simulator of program ${mark}`).integer(0, 0x7fff_ffff);
      const { open, clock, bugs, running } = await openInProcess({
        ...options,
        profile,
        seed,
        journal: false,
        cleansLater: true,
      });
      for (const { name, entry } of facts.devices) {
        if (!program.devices.includes(name)) continue;
        const reported = running.device(entry.deviceId)?.reported();
        if (!reported) continue;
        open.stimuli.noteInitial(entry.deviceId, reported);
        open.gate.learnRelays(
          entry.deviceId,
          reported.relays.map(({ index }) => index),
        );
      }
      const safety = createSafety(open.target, open.profile, {
        gate: open.gate,
        random: createRandom(open.seed),
        restoreWithin: 0,
      });
      const context: ProgramContext = {
        target: open.target,
        profile: open.profile,
        facts,
        stimuli: open.stimuli,
        random: createRandom(open.seed),
        runMark: mark,
        signal: new AbortController().signal,
        guard: safety.guard,
      };
      const ran = await clock.runUntil(thenClose(runProgram(program, context, how), open));
      if (bugs.length > 0 && !options.contained) throw new Error('the simulator threw', { cause: bugs[0] });
      return shown(ran, open.secrets);
    },
  };
}

/** Of thousands of programs few are looked at: only then are secrets taken out of what they have recorded. */
function shown({ trace, findings, ...rest }: ProgramRun, secrets: Secrets): ProgramRun {
  let clean: readonly TraceRecord[] | undefined;
  return {
    ...rest,
    findings: findings.map((finding) =>
      // What held is counted by its rule.
      finding.verdict === 'pass' ? { ...finding, expected: '', actual: '' } : secrets.redact(finding),
    ),
    get trace() {
      clean ??= trace.map((record) => withoutSecrets(record, secrets));
      return clean;
    },
  };
}
