// An executor on a target that is there already: programs run side by side, each on devices of its own that have rested.
import { uuidOf } from '../../kernel/uuid.js';
import { assert } from '../../kernel/assert.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import { EVENT_PATIENCE } from '../judge/invariant.js';
import { type TraceView, viewTrace } from '../judge/trace-view.js';
import { type Call, isGranted } from '../target/call.js';
import type { RefreshBook } from '../target/refresh-book.js';
import type { Profile } from '../profile/profile.js';
import type { Stimuli } from '../stimuli/create-stimuli.js';
import { createDevicePool, type DevicePool, type KnownDevices } from './device-pool.js';
import { type Executor, type ProgramRun, runProgram } from './executor.js';
import type { DeviceFacts, ProgramFacts, ProgramPool } from './facts.js';
import type { Program } from './program.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isRefresh } from '../judge/sightings.js';
import { refusesValues } from '../target/interference.js';
import { grants } from '../../contract/scopes.js';
import { unlessUnsafe } from '../target/gated-transport.js';
import { patientWords, untilEnded } from '../target/retry.js';
import type { Leases, Lessor } from '../target/leases.js';
import type { Target } from '../target/target.js';

interface TargetExecutorOptions extends CrewOptions {
  /** One for each tenant. */
  readonly pools: readonly [ProgramPool, ...ProgramPool[]];
  readonly stimuli: Pick<Stimuli, 'open'>;
  readonly random: Random;
  /** When devices were refreshed last, by whoever it was. */
  readonly refreshes: RefreshBook;
  /** Programs at a time, at most. */
  readonly jobs: number;
  readonly guard: (call: Call) => string | undefined;
  /** Leaves a device to whoever uses it next, without a refresh; what could not be put back, in words. */
  readonly handOver: (deviceId: string) => Promise<readonly string[]>;
  /** Whether all its relays are known to be off. */
  readonly isSurelyOff?: (deviceId: string) => boolean;
}

/** Waits take real time here: most programs wait little at their end; those that are to prove an absence wait long. */
const USUAL_EVENT_PATIENCE = 1000;
/** With others beside it a program may have to wait for its turn now and then, and so may its events. */
const PATIENCE_AMONG_OTHERS = 2000;

/** The last changes of a program are seldom looked at for longer: those before them are, and there are more of these. */
const SETTLE = 500;

/** Requests per second that a program may need at its busiest: with more programs the profile's ceiling would not do. */
const REQUESTS_OF_A_PROGRAM = 5;

export function createTargetExecutor({ pools, ...options }: TargetExecutorOptions): Executor {
  const { target, random, profile, jobs } = options;
  const { clock } = target;
  // Keys of two runs must never meet, also when their seeds are the same.
  const run = `${Math.round(clock.now()).toString(36)}-${random.stream('property/run').token(4)}`;
  const known: KnownDevices = new Map();
  const [best, ...others] = pools;
  const crews = [
    crewOf(best, known, run, options),
    ...others.map((each) => crewOf(each, known, run, options)),
  ];
  const crewFor = ({ tenant = 0 }: Program): Crew => {
    const crew = crews[tenant];
    assert(crew, `there is no tenant ${tenant}`);
    return crew;
  };
  const most = programsAtATime(pools, profile, jobs);
  return {
    tenants: [best.facts, ...others.map(({ facts }) => facts)],
    jumps: false,
    atATime: most,
    settle: SETTLE,
    eventPatience: {
      usual: most > 1 ? PATIENCE_AMONG_OTHERS : USUAL_EVENT_PATIENCE,
      proving: Math.min(EVENT_PATIENCE, profile.patience),
    },
    isShort: (program, programs) => crewFor(program).devices.isShort(program.devices, programs),
    setAside: () => [...new Set(crews.flatMap(({ devices }) => devices.setAside()))],
    run: async (program, mark, how) => {
      const { facts, devices, switchOff } = crewFor(program);
      const leased = await devices.lease(program.devices);
      if (leased.kind === 'none') return notBegun(leased.why);
      const startedAt = clock.now();
      const own = { ...facts, devices: leased.devices };
      const heard = (): ReadonlySet<string> => devices.othersSince(leased.devices, startedAt);
      let ran: ProgramRun | undefined;
      try {
        const context = { ...options, facts: own, runMark: `${run}-${mark}`, others: heard };
        ran = await runProgram(program, context, how);
        return ran;
      } finally {
        await giveBack(devices, leased.devices, { ...options, mark, ran, switchOff });
      }
    },
  };
}

/** As many as there are devices, of which most programs take one, and as the profile lets requests through. */
function programsAtATime(
  pools: readonly ProgramPool[],
  { requestsPerSecond }: Profile,
  jobs: number,
): number {
  const all = new Set(
    pools.flatMap(({ alike }) => [...alike.values()].flat()).map((each) => each.profileName),
  );
  const most = Math.min(jobs, all.size, requestsPerSecond / REQUESTS_OF_A_PROGRAM);
  return Math.max(1, Math.floor(most));
}

function notBegun(why: string): ProgramRun {
  return { findings: [], trace: [], halt: { kind: 'blocked', why, final: true }, notBegun: why };
}

interface Over extends Pick<TargetExecutorOptions, 'handOver' | 'isSurelyOff' | 'signal'> {
  readonly mark: string;
  readonly ran: ProgramRun | undefined;
  readonly switchOff: Crew['switchOff'];
}

function refreshedIn(
  devices: readonly DeviceFacts[],
  records: readonly TraceRecord[],
): ReadonlyMap<string, number> {
  const view = viewTrace(records);
  return new Map(
    devices.flatMap((device) => {
      const at = lastRefreshOf(device, view);
      return at === undefined ? [] : [[device.profileName, at] as const];
    }),
  );
}

async function giveBack(pool: DevicePool, devices: readonly DeviceFacts[], over: Over): Promise<void> {
  const { mark, ran, signal } = over;
  // The trace of a program that was broken off is no evidence about its devices.
  const doubts = new Map(signal.aborted ? [] : doubtsAbout(devices, ran?.trace ?? [], mark));
  const well = devices.filter(({ profileName }) => !doubts.has(profileName));
  if (!signal.aborted)
    for (const [at, why] of (await Promise.all(well.map((device) => tidy(device, over)))).entries())
      if (why !== undefined && !signal.aborted) doubts.set(well[at]?.profileName ?? '', why);
  pool.giveBack(devices, doubts, refreshedIn(devices, ran?.trace ?? []));
}

/**
 * A program that begins with a change is another one than one that does not: relays are off, and rest, before. Its
 * beginning switches relays off, too, but leaves settings as they are. In words why it must not be done, or was not.
 */
async function tidy(
  device: DeviceFacts,
  { mark, handOver, isSurelyOff, switchOff }: Over,
): Promise<string | undefined> {
  const { deviceId } = device.entry;
  const [left] = await handOver(deviceId);
  if (isSurelyOff?.(deviceId)) return left;
  return left ?? (await switchOff(device, mark));
}

// What a program leaves behind on its devices, by its trace: one that does not answer well at the end may be stuck.

/** Why devices cannot simply be used again, by their names in the profile. */
function doubtsAbout(
  devices: readonly DeviceFacts[],
  records: readonly TraceRecord[],
  mark: string,
): ReadonlyMap<string, string> {
  const last = lastAnswers(records);
  return new Map(
    devices.flatMap(({ profileName, entry: { deviceId } }) => {
      const answer = last.get(deviceId);
      if (answer === undefined || answer === SUCCESS) return [];
      return [[profileName, `still ${answer} at the end of program ${mark}`] as const];
    }),
  );
}

/** When a device was refreshed last, in ms of the clock; undefined where that is not known. */
function lastRefreshOf({ entry: { deviceId } }: DeviceFacts, { exchanges }: TraceView): number | undefined {
  const ends = exchanges.flatMap((each) => {
    return isRefresh(each) && each.request.deviceId === deviceId ? each.span.to : [];
  });
  const last = Math.max(...ends);
  return Number.isFinite(last) ? last : undefined;
}

/** The code of the reply to the last request about each device, or what became of the request instead. */
function lastAnswers(records: readonly TraceRecord[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  const answered = new Map<number, string>();
  for (const record of records) {
    if (record.kind !== 'reply' || answered.has(record.exchange)) continue;
    // A refusal of values says that all is well.
    const code = refusesValues(record) ? SUCCESS : record.code;
    answered.set(record.exchange, code ?? `${record.status ?? 'without a code'}`);
  }
  for (const record of records) {
    if (record.kind !== 'request' || record.deviceId === undefined) continue;
    last.set(record.deviceId, answered.get(record.exchange) ?? 'without an answer');
  }
  return last;
}

// What the programs of one tenant run with on a target: its devices, and what leaves one of them as programs begin.

/** What the programs of one tenant run with. */
interface Crew {
  readonly facts: ProgramFacts;
  readonly devices: DevicePool;
  /** In words why it must not be done. */
  readonly switchOff: (device: DeviceFacts, mark: string) => Promise<string | undefined>;
}

interface CrewOptions {
  /** Nothing forbidden passes through it. */
  readonly target: Target;
  readonly profile: Profile;
  readonly leases: Leases;
  /** Others may ask it for devices at the same time. */
  readonly lessor: Lessor;
  readonly signal: AbortSignal;
  /** Puts back what has been changed of these devices; what could not be, in words. */
  readonly restore: (deviceIds: readonly string[]) => Promise<readonly string[]>;
}

/** @param run stands in the keys of its requests. */
function crewOf(
  { facts, alike }: ProgramPool,
  known: KnownDevices,
  run: string,
  { target, profile, leases, lessor, signal, restore }: CrewOptions,
): Crew {
  const devices = createDevicePool({
    alike,
    known,
    clock: target.clock,
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
      if (!isGranted(asked.value.outcome)) return `still ${patientWords(asked.value)}`;
      const [left] = await restore([deviceId]);
      return left;
    },
  });
  return { facts, devices, switchOff: createSwitchingOff({ target, profile, signal }, facts, run) };
}

/**
 * In words why it must not be done. Another failure has no consequences: each program switches its relays off at its
 * beginning as well.
 */
function createSwitchingOff(
  { target, profile, signal }: Pick<CrewOptions, 'target' | 'profile' | 'signal'>,
  { clients }: ProgramPool['facts'],
  run: string,
): Crew['switchOff'] {
  const client = clients.find(({ scopes }) => grants(scopes, 'device:control'))?.profileName;
  return async ({ relays, entry: { deviceId, relays: indices }, profileName }, mark) => {
    if (client === undefined || relays.length === 0) return undefined;
    // The last name stands for the last relay.
    const named = [...indices.slice(0, relays.length - 1), ...indices.slice(-1)];
    const off = named.map((index) => ({ index, action: 'off' as const }));
    const idempotencyKey = uuidOf(run, `${mark} off ${profileName}`);
    const operation = { name: 'device.relay.set', params: { relays: off } } as const;
    const call = { name: 'operate', deviceId, operation, idempotencyKey } as const;
    // Once the run is told to end, nothing may switch beside what puts back.
    const sent = await unlessUnsafe(async () => {
      const { outcome } = await target.request(call, { client, signal });
      const until = target.clock.now() + profile.patience;
      await untilEnded(target, outcome, { client, until, signal });
    });
    return sent.ok ? undefined : sent.why;
  };
}
