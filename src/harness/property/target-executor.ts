// An executor on a target that is there already: programs run side by side, each on devices of its own that have rested.
import { SUCCESS } from '../../contract/error-codes.js';
import { grants } from '../../contract/scopes.js';
import type { Random } from '../../kernel/random.js';
import { EVENT_PATIENCE } from '../judge/invariant.js';
import type { Call } from '../target/call.js';
import { unlessUnsafe } from '../target/gated-transport.js';
import type { Leases } from '../target/leases.js';
import type { Lessor } from '../target/lessor.js';
import { wordsOf } from '../target/patiently.js';
import type { Profile } from '../profile/profile.js';
import type { Stimuli } from '../stimuli/stimuli.js';
import type { Target } from '../target/target.js';
import type { Executor } from './executor.js';
import { createDevicePool, type DevicePool } from './device-pool.js';
import type { DeviceFacts, ProgramPool } from './facts.js';
import { doubtsAbout } from './left-behind.js';
import { type ProgramRun, runProgram } from './run-program.js';

export interface TargetExecutorOptions {
  /** Nothing forbidden passes through it. */
  readonly target: Target;
  readonly profile: Profile;
  readonly pool: ProgramPool;
  readonly leases: Leases;
  /** Others may ask it for devices at the same time. */
  readonly lessor: Lessor;
  readonly stimuli: Pick<Stimuli, 'open'>;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Programs at a time, at most. */
  readonly jobs: number;
  readonly guard: (call: Call) => string | undefined;
  /** Leaves a device to whoever uses it next, without a refresh; what could not be put back, in words. */
  readonly handOver: (deviceId: string) => Promise<readonly string[]>;
  /** Puts back what has been changed of these devices; what could not be, in words. */
  readonly restore: (deviceIds: readonly string[]) => Promise<readonly string[]>;
}

/** Waits take real time here: most programs wait little at their end; those that are to prove an absence wait long. */
const USUAL_EVENT_PATIENCE = 1000;
/** With others beside it a program may have to wait for its turn now and then, and so may its events. */
const PATIENCE_AMONG_OTHERS = 2000;

/** Requests per second that a program may need at its busiest: with more programs the profile's ceiling would not do. */
const REQUESTS_OF_A_PROGRAM = 5;
/** Devices that programs take on average. */
const DEVICES_OF_A_PROGRAM = 1.5;

export function createTargetExecutor({
  pool,
  jobs,
  leases,
  lessor,
  ...options
}: TargetExecutorOptions): Executor {
  const { target, random, profile, signal, handOver, restore } = options;
  const { clock } = target;
  const { facts, alike } = pool;
  // Keys of two runs must never meet, also when their seeds are the same.
  const run = `${Math.round(clock.now()).toString(36)}-${random.stream('property/run').token(4)}`;
  const devices = createDevicePool({
    alike,
    clock,
    signal,
    leases,
    lessor,
    clients: facts.clients.map(({ profileName }) => profileName),
    revive: async (device) => {
      const client = facts.clients[0]?.profileName ?? '';
      const { deviceId } = device.entry;
      const asked = await unlessUnsafe(() =>
        target.request({ name: 'refresh', deviceId }, { client, signal }),
      );
      if (!asked.ok) return asked.why;
      const { outcome } = asked.value;
      if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS) return `still ${wordsOf(asked.value)}`;
      const [left] = await restore([deviceId]);
      return left;
    },
  });
  const switchOff = createSwitchingOff(target, facts, run, signal);
  const most = programsAtATime(pool, profile, jobs);
  return {
    facts,
    jumps: false,
    atATime: most,
    eventPatience: {
      usual: most > 1 ? PATIENCE_AMONG_OTHERS : USUAL_EVENT_PATIENCE,
      proving: Math.min(EVENT_PATIENCE, profile.patience),
    },
    isShort: (program, programs) => devices.isShort(program.devices, programs),
    setAside: devices.setAside,
    run: async (program, mark, how) => {
      const leased = await devices.lease(program.devices);
      if (leased.kind === 'none') return notBegun(leased.why);
      const startedAt = clock.now();
      const own = { ...facts, devices: leased.devices };
      const others = (): ReadonlySet<string> => devices.othersSince(leased.devices, startedAt);
      let ran: ProgramRun | undefined;
      try {
        ran = await runProgram(program, { ...options, facts: own, runMark: `${run}-${mark}`, others }, how);
        return ran;
      } finally {
        await giveBack(devices, leased.devices, { mark, ran, handOver, signal, switchOff });
      }
    },
  };
}

/**
 * In words why it must not be done. Another failure has no consequences: each program switches its relays off at its
 * beginning as well.
 */
function createSwitchingOff(
  target: Target,
  { clients }: ProgramPool['facts'],
  run: string,
  signal: AbortSignal,
): Over['switchOff'] {
  const client = clients.find(({ scopes }) => grants(scopes, 'device:control'))?.profileName;
  return async ({ relays, entry: { deviceId, relays: indices }, profileName }, mark) => {
    if (client === undefined || relays.length === 0) return undefined;
    const off = indices.slice(0, relays.length).map((index) => ({ index, action: 'off' as const }));
    const idempotencyKey = `conform-${run}-${mark}-off-${profileName}`;
    const operation = { name: 'device.relay.set', params: { relays: off } } as const;
    const call = { name: 'operate', deviceId, operation, idempotencyKey } as const;
    // Once the run is told to end, nothing may switch beside what puts back.
    const sent = await unlessUnsafe(() => target.request(call, { client, signal }));
    return sent.ok ? undefined : sent.why;
  };
}

/** As many as there are devices for, and as the profile lets requests through. */
function programsAtATime({ alike }: ProgramPool, { requestsPerSecond }: Profile, jobs: number): number {
  const all = new Set([...alike.values()].flat().map(({ profileName }) => profileName));
  const most = Math.min(jobs, all.size / DEVICES_OF_A_PROGRAM, requestsPerSecond / REQUESTS_OF_A_PROGRAM);
  return Math.max(1, Math.floor(most));
}

function notBegun(why: string): ProgramRun {
  return { findings: [], trace: [], halt: { kind: 'blocked', why, final: true }, notBegun: why };
}

interface Over {
  readonly mark: string;
  readonly ran: ProgramRun | undefined;
  readonly handOver: TargetExecutorOptions['handOver'];
  readonly signal: AbortSignal;
  readonly switchOff: (device: DeviceFacts, mark: string) => Promise<string | undefined>;
}

async function giveBack(pool: DevicePool, devices: readonly DeviceFacts[], over: Over): Promise<void> {
  const { mark, ran, signal } = over;
  // The trace of a program that was broken off is no evidence about its devices.
  const doubts = new Map(signal.aborted ? [] : doubtsAbout(devices, ran?.trace ?? [], mark));
  const well = devices.filter(({ profileName }) => !doubts.has(profileName));
  if (!signal.aborted)
    for (const [at, why] of (await Promise.all(well.map((device) => tidy(device, over)))).entries())
      if (why !== undefined && !signal.aborted) doubts.set(well[at]?.profileName ?? '', why);
  pool.giveBack(devices, doubts);
}

/**
 * A program that begins with a change is another one than one that does not: relays are off, and rest, before. Its
 * beginning switches relays off, too, but leaves settings as they are. In words why it must not be done, or was not.
 */
async function tidy(device: DeviceFacts, { mark, handOver, switchOff }: Over): Promise<string | undefined> {
  const [left] = await handOver(device.entry.deviceId);
  return left ?? (await switchOff(device, mark));
}
