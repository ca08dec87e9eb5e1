// Runs one check of a plan with the devices that it was given, into a trace of its own.
import { defined } from '../../kernel/defined.js';
import { createTrace, type Trace } from '../../trace/trace.js';
import type { PlannedCheck } from './plan.js';
import type { AttemptParts } from '../scenario/engine/attempt.js';
import { runCheck, withoutFlood } from '../scenario/engine/run-check.js';
import type { BoundClient } from '../scenario/engine/execution-context.js';
import { type BoundDevice, outsideOf } from '../scenario/view/views.js';
import type { RunContext } from './run-context.js';
import type { BoundName, CheckResult } from '../verdict/verdict.js';
import type { ChannelPlace } from '../scenario/needs.js';

const DEFAULT_ATTEMPTS = 3;

/** @param lease names of devices in the profile, by the scenario's names. */
export async function runPlanned(
  check: PlannedCheck,
  lease: Readonly<Record<string, string>>,
  context: RunContext,
): Promise<CheckResult> {
  const { clock } = context.target;
  const { id, title, about, area, rules, place } = check;
  const startedAt = clock.now();
  context.onProgress({ kind: 'check-started', id, title, devices: Object.values(lease) });
  const trace = createTrace(clock);
  const attempts = context.attempts ?? DEFAULT_ATTEMPTS;
  const parts = attemptContext(check, lease, { ...context, target: context.target.recordingTo(trace) });
  const names = boundNames(parts.devices, parts.clients);
  const described = defined({ id, title, about, area, rules, place, names, startedAt });
  const clients = [...new Set(Object.values(check.clients))];
  try {
    const end = await runCheck(parts, {
      attempts,
      shared: context.shared ?? context.profile.shared ?? false,
      strict: context.strict ?? false,
      // What there was no room enough for may repeat steps until something comes: it gets a window of its own.
      room: (attempt) =>
        context.target.quotas.enter(clients, { whole: attempt > 1, signal: context.signal }, () =>
          parts.onDoing('the quotas of the target'),
        ),
      onAttempt: (attempt, why) =>
        context.onProgress(defined({ kind: 'attempt-started' as const, id, attempt, why })),
    });
    return { ...described, ...end, endedAt: clock.now(), ...latenessOf(context, startedAt), ...seen(trace) };
  } catch (error) {
    // A bug of ours in one check must not take the others along.
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const ended = { verdict: 'error', reason, findings: [], attempts: 1, endedAt: clock.now() } as const;
    return { ...described, ...ended, ...seen(trace) };
  }
}

function latenessOf({ lateness }: RunContext, startedAt: number): Pick<CheckResult, 'lateBy'> {
  const lateBy = Math.round(lateness.worstSince(startedAt));
  return lateBy === 0 ? {} : { lateBy };
}

function seen(trace: Trace): Pick<CheckResult, 'trace' | 'dropped'> {
  const kept = withoutFlood(trace.records());
  const dropped = trace.dropped + trace.records().length - kept.length;
  return { trace: kept, ...(dropped === 0 ? {} : { dropped }) };
}

function attemptContext(
  check: PlannedCheck,
  lease: Readonly<Record<string, string>>,
  { target, profile, safety, random, onProgress, ...context }: RunContext,
): AttemptParts {
  const { id } = check;
  const { management } = check.case.needs;
  return {
    case: check.case,
    target,
    patience: profile.patience,
    longestWait: profile.longestWait,
    roundTrip: context.roundTrip,
    devices: devicesOf(check, lease, profile),
    clients: clientsOf(check, profile),
    ...(context.stimuli && { stimuli: context.stimuli }),
    ...(management &&
      profile.management && {
        // A device that the server names is called anew each time that it is added: a copy would not show it.
        managed:
          profile.management.serial === undefined
            ? { name: profile.management.deviceId, ...profile.management, namedBy: 'client' }
            : profile.management,
      }),
    runMark: context.runMark,
    refreshes: context.refreshes,
    liveness: context.liveness,
    random: random.stream(`check ${id}`),
    signal: context.signal,
    guard: (call) => safety?.guard(call),
    onDoing: (what) => onProgress({ kind: 'doing', id, what }),
  };
}

function devicesOf(
  check: PlannedCheck,
  lease: Readonly<Record<string, string>>,
  profile: RunContext['profile'],
): ReadonlyMap<string, BoundDevice> {
  const bound = Object.entries(check.case.needs.devices).flatMap(([name, need]): [string, BoundDevice][] => {
    const profileName = lease[name] ?? '';
    const entry = profile.devices[profileName];
    if (!entry) return [];
    const device: BoundDevice = {
      name,
      profileName,
      deviceId: entry.deviceId,
      relays: channelsAt(need.place, need.relays, entry.relays),
      ...(entry.relays.length > 0 && { outside: outsideOf(entry.relays), every: entry.relays }),
      inputs: channelsAt(need.place, need.inputs, entry.inputs),
      analogInputs: channelsAt(need.place, need.analogInputs, entry.analogInputs),
      sensors: channelsAt(need.place, need.sensors, entry.sensors),
      ...(entry.rs485 ? { rs485: entry.rs485 } : {}),
    };
    return [[name, device]];
  });
  return new Map(bound);
}

function clientsOf(
  { clients }: PlannedCheck,
  profile: RunContext['profile'],
): ReadonlyMap<string, BoundClient> {
  const bound = Object.entries(clients).flatMap(([name, profileName]): [string, BoundClient][] => {
    const client = profile.clients[profileName];
    return client ? [[name, { ...client, name, profileName }]] : [];
  });
  return new Map(bound);
}

// Which channels of a device the names of a scenario stand for.

/** @param listed the channels of one kind that the profile lists, one at least where there is a name. */
export function channelsAt<T>(
  place: ChannelPlace,
  names: readonly string[],
  listed: readonly T[] = [],
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const channel = listed[positionOf(place, at, names.length, listed.length)];
      return channel === undefined ? [] : [[name, channel] as const];
    }),
  );
}

function positionOf(place: ChannelPlace, at: number, names: number, listed: number): number {
  const spare = Math.max(0, listed - names);
  switch (place) {
    case 'first':
      return at;
    case 'middle':
      return Math.floor(spare / 2) + at;
    case 'last':
      return spare + at;
    case 'ends':
      // The first name is the first channel, the last name the last one, and the others lie in between.
      return names === 1 ? listed - 1 : Math.floor((at * (listed - 1)) / (names - 1));
  }
}

// What the names of a scenario stood for in one check, for those who read its report.

/** Devices before clients, each in the order of the scenario. */
export function boundNames(
  devices: ReadonlyMap<string, BoundDevice>,
  clients: ReadonlyMap<string, BoundClient>,
): readonly BoundName[] {
  return [
    ...[...devices.values()].map((device): BoundName => ({
      name: device.name,
      kind: 'device',
      id: device.deviceId,
      channels: channelsOf(device),
    })),
    ...[...clients.values()].map(({ name, profileName }): BoundName => ({
      name,
      kind: 'client',
      id: profileName,
      channels: {},
    })),
  ];
}

/** By the path that findings name: `relays.lamp`. */
function channelsOf({ relays, inputs, analogInputs, sensors }: BoundDevice): BoundName['channels'] {
  const kinds = { relays, inputs, analogInputs, sensors };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, channels = {}]) =>
      Object.entries(channels).map(([name, channel]) => [`${kind}.${name}`, channel] as const),
    ),
  );
}
