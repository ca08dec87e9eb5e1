// Keeps a run from doing harm: only what the profile lists is ever changed, how it was is read before the
// first change, and it is put back at the end, whatever has happened in between.
import { OPEN_ERROR_CODES, STATED_ERROR_CODES } from '../../contract/error-codes.js';
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { Profile } from '../profile/profile.js';
import type { RestoreBook, RestoreRecord } from '../restore/record.js';
import { type Call, type Exchange, isGranted } from '../target/call.js';
import { prepareFrame, restRequest } from '../target/driver/prepared.js';
import { type Message, SafetyError, httpMessage, unlessUnsafe } from '../target/gated-transport.js';
import { relayName, relayStatesIn, settingsIn } from '../target/registers.js';
import type { Target, TargetConnection } from '../target/target.js';
import { type Caretaker, type RestoreBounds, createCaretaker, createRestoreTime } from './caretaker.js';
import {
  type Aspect,
  CONFIGURATION,
  type EffectHistory,
  type Meant,
  RELAYS,
  certainAfter,
  changedBeside,
  createEffectHistory,
  type Obedience,
  deviceBefore,
  meantBy,
} from './effect-history.js';
import type { Effect } from './gate/effect.js';
import type { Gate, GateJudgement } from './gate/gate.js';
import { type ManagementKeeper, createManagementKeeper, notStored } from './management.js';
import { adoptRecord, handOver, restoreDevice } from './restore-device.js';
import { keptIn } from '../../kernel/kept-in.js';
import { withMembers } from '../../kernel/with-members.js';

export type Safety = ReturnType<typeof createSafety>;

interface SafetyOptions {
  /** What the target's transport is behind. */
  readonly gate: Gate;
  readonly random?: Random;
  /** How long restoring may take, in ms. */
  readonly restoreWithin?: number;
  /** Where it is kept what has to be put back; nothing is changed that it does not know. */
  readonly book?: Pick<RestoreBook, 'device' | 'managed' | 'stored'>;
}

const RESTORE_WITHIN = 120_000;
export const READ_WITHIN = 60_000;
/** In ms: a jog that a check left may have to end. */
const HANDING_OVER = 10_000;

/** @param target what safety's own requests go through: not a protected view. */
export function createSafety(target: Target, profile: Profile, options: SafetyOptions) {
  const { clock, dialect } = target;
  const { gate, book, restoreWithin = RESTORE_WITHIN } = options;
  const caretaker = createCaretaker(target, profile, options.random?.stream('target/restore-keys'));
  const histories = createHistories(profile);
  const { management: managed } = profile;
  const management = managed && createManagementKeeper(target, profile, managed, book);
  const judge = (call: Call): GateJudgement => gate.judge(messageOf(dialect, call));
  const begin = createBeginning(caretaker, clock, book);
  const pass = createPass({ clock, profile, judge, histories, begin, management });

  const time = createRestoreTime(target, profile, restoreWithin);
  const named = (deviceIds: readonly string[]): readonly EffectHistory[] =>
    deviceIds.flatMap((deviceId) => histories.of(deviceId) ?? []);
  const restoreDevices = async (devices: readonly EffectHistory[], bounds: RestoreBounds) =>
    (await Promise.all(devices.map((each) => restoreDevice(clock, caretaker, each, bounds)))).flat();
  const restoreAll = async (bounds: RestoreBounds): Promise<readonly string[]> => {
    const restored = restoreDevices(histories.kept(), bounds);
    return (await Promise.all([restored, management?.restore(bounds) ?? []])).flat();
  };
  let restoring: Promise<readonly string[]> | undefined;

  return {
    /** Why a call must not be sent, in words; undefined when it may. */
    guard: (call: Call) => judge(call).forbidden,
    /** Tells how a device was found, so that it need not be read again before its first change. */
    noteInitial: (deviceId: string, peripherals: Peripherals | undefined, config?: DeviceConfig): void =>
      noteFound(histories.of(deviceId), peripherals, config),
    /** Before an act that may switch its relays: they are to be put back. In words why it must not be done. */
    beforeStimulus: async (deviceId: string, signal: AbortSignal) => {
      const device = histories.of(deviceId);
      return device && beginStimulus(device, profile, (coming) => begin(coming, signal));
    },
    /** Something beside requests may have changed the device: it must be looked at again. */
    disturbed: (deviceId: string): void => histories.of(deviceId)?.disturb(),
    /** A view of a target that refuses what `guard` forbids, and knows what has to be put back. */
    protect: (unprotected: Target) => protect(unprotected, pass),
    /**
     * Leaves devices to the next check as the last one found them, as far as that takes no refresh; returns what could
     * not be put back of settings, in words.
     */
    handOver: async (deviceIds: readonly string[], signal: AbortSignal) => {
      const bounds = { until: clock.now() + HANDING_OVER, signal };
      const all = named(deviceIds).map((device) => handOver(clock, caretaker, device, bounds));
      return (await Promise.all(all)).flat();
    },
    /** All relays of the device were seen to be off, and nothing can have changed them since. */
    isSurelyOff: (deviceId: string) => {
      const seen = histories.of(deviceId)?.seen;
      return seen !== undefined && [...seen.values.values()].every((on) => on === false);
    },
    /** Relays that the profile does not list and that have changed, in words. */
    changedBeside: () => histories.kept().flatMap((each) => changedBeside(each, profile)),
    /** What another run has left is to be put back, too; in words what the profile does not allow to. */
    adopt: (record: Pick<RestoreRecord, 'devices' | 'managed'>) =>
      adoptRecord(record, { profile, historyOf: histories.of, management, now: clock.now() }),
    /**
     * Puts everything back; returns in words what could not be. May be called at any time, and again.
     * @param tell is told in words of each thing that is as it was found.
     */
    restore: (signal?: AbortSignal, tell?: (words: string) => void) => {
      restoring ??= time.whole(restoreAll, signal, tell).finally(() => (restoring = undefined));
      return restoring;
    },
    /** The same for some devices only: others may be in use meanwhile. */
    restoreDevices: (deviceIds: readonly string[], signal?: AbortSignal): Promise<readonly string[]> =>
      restoreDevices(named(deviceIds), time.bounds(signal)),
  };
}

function noteFound(
  device: EffectHistory | undefined,
  peripherals: Peripherals | undefined,
  config: DeviceConfig | undefined,
): void {
  if (peripherals) device?.found(RELAYS, relayStatesIn(peripherals));
  if (config) device?.found(CONFIGURATION, settingsIn(config));
}

type Begin = ReturnType<typeof createBeginning>;

/**
 * Notes changes that are about to be made, and how all was before. Rejects with SafetyError when this cannot be found
 * out, or not be stored.
 */
function createBeginning(caretaker: Caretaker, clock: Clock, book: SafetyOptions['book']) {
  /** Looks at a device once before its first change, for all who are about to change it. */
  const look = async (device: EffectHistory, aspect: Aspect, signal: AbortSignal | undefined) => {
    const until = clock.now() + READ_WITHIN;
    const reading = await caretaker.read(device, aspect, { until, signal });
    if (reading.ok) return device.found(aspect, reading.values);
    const why = `the ${aspect.name} of device ${device.name} cannot be read`;
    throw new SafetyError(
      `nothing is changed while ${why}, because it could not be put back: ${reading.detail}`,
    );
  };
  return async (coming: readonly Change[], signal: AbortSignal | undefined): Promise<void> => {
    for (const { device, meant } of coming) {
      const kept = device.of(meant.aspect);
      if (kept.initial) continue;
      kept.looking ??= look(device, meant.aspect, signal).finally(() => (kept.looking = undefined));
      await kept.looking;
    }
    for (const { device, meant } of coming) {
      device.begin(meant);
      book?.device(deviceBefore(device));
    }
    const why = coming.length === 0 ? undefined : await book?.stored();
    if (why === undefined) return;
    for (const { device } of coming) device.end(undefined);
    throw new SafetyError(notStored(why));
  };
}

/** All relays that may be put back are to be put back after it. In words why it must not be done. */
async function beginStimulus(
  device: EffectHistory,
  { devices }: Profile,
  begin: (coming: readonly Change[]) => Promise<void>,
): Promise<string | undefined> {
  const relays = devices[device.name]?.relays ?? [];
  if (relays.length === 0) return undefined;
  const begun = await unlessUnsafe(() =>
    begin([{ device, meant: { aspect: RELAYS, keys: relays.map(relayName), jogs: [] } }]),
  );
  if (!begun.ok) return begun.why;
  device.end(undefined);
  return undefined;
}

/**
 * The way of each call: `send` is called where it may be sent, once it is noted what the call is about to change. Rejects
 * with SafetyError where it may not.
 */
type Pass = (call: Call, signal: AbortSignal | undefined, send: () => Promise<Exchange>) => Promise<Exchange>;

interface PassParts {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly judge: (call: Call) => GateJudgement;
  readonly histories: Histories;
  readonly begin: Begin;
  readonly management: ManagementKeeper | undefined;
}

function createPass({ clock, profile, judge, histories, begin, management }: PassParts): Pass {
  return async (call, signal, send) => {
    const { forbidden, effects } = judge(call);
    if (forbidden !== undefined) throw new SafetyError(forbidden);
    const coming = changes(histories, profile, effects);
    const keeper = manages(profile, effects) ? management : undefined;
    await keeper?.before({ until: clock.now() + READ_WITHIN, signal });
    await begin(coming, signal);
    keeper?.begin();
    let exchange: Exchange | undefined;
    try {
      exchange = await send();
      return exchange;
    } finally {
      keeper?.ended(exchange);
      for (const { device, meant } of coming) {
        if (meant.jogs.length > 0 && !isRefusal(exchange))
          device.lastJogAt = Math.max(device.lastJogAt, clock.now());
        device.end(exchange);
        device.did(certainAfter(call, meant, exchange), call.name === 'operate' && call.compatibility);
      }
      if (call.name === 'refresh' && exchange) see(histories.of(call.deviceId), exchange);
    }
  };
}

function manages({ management }: Profile, effects: readonly Effect[]): boolean {
  if (!management) return false;
  const { deviceId, serial } = management;
  return effects.some((effect) => effect.kind === 'manage' && [deviceId, serial].includes(effect.deviceId));
}

/** The target has said that it did nothing: no jog has begun that somebody would have to wait for. */
function isRefusal(exchange: Exchange | undefined): boolean {
  if (exchange?.outcome.kind !== 'reply') return false;
  const { status, code } = exchange.outcome.reply;
  if (status !== undefined) return status >= 400 && status < 500;
  return code !== 'INTERNAL_ERROR' && (code in STATED_ERROR_CODES || code in OPEN_ERROR_CODES);
}

type Histories = ReturnType<typeof createHistories>;

function createHistories({ devices }: Profile) {
  const names = new Map(Object.entries(devices).map(([name, { deviceId }]) => [deviceId, name]));
  const histories = new Map<string, EffectHistory>();
  const obedience: Obedience = { agreed: 0, opposed: 0 };
  return {
    /** Undefined for a device that the profile does not name. */
    of: (deviceId: string) => {
      const name = names.get(deviceId);
      return name === undefined
        ? undefined
        : keptIn(histories, deviceId, () => createEffectHistory(name, deviceId, obedience));
    },
    /** Those that somebody has asked for: of the others nothing is known, and nothing was changed. */
    kept: () => [...histories.values()],
  };
}

interface Change {
  readonly device: EffectHistory;
  readonly meant: Meant;
}

function changes(histories: Histories, { devices }: Profile, effects: readonly Effect[]): readonly Change[] {
  const ids = new Set(effects.flatMap((effect) => ('deviceId' in effect ? (effect.deviceId ?? []) : [])));
  return [...ids].flatMap((deviceId) => {
    const device = histories.of(deviceId);
    if (!device) return [];
    const own = effects.filter((effect) => 'deviceId' in effect && effect.deviceId === deviceId);
    return meantBy(own, devices[device.name]?.relays ?? []).map((meant) => ({ device, meant }));
  });
}

/** A refresh of a check serves as a look at the device, too. */
function see(device: EffectHistory | undefined, { outcome, sentAt }: Exchange): void {
  if (!isGranted(outcome) || outcome.reply.mismatches.length > 0) return;
  const values = RELAYS.valuesIn(outcome.reply.data);
  if (values) device?.saw(values, sentAt);
}

// A target through which nothing passes that safety forbids, and nothing is changed that was not looked at.

function protect(target: Target, pass: Pass): Target {
  return {
    ...target,
    recordingTo: (trace) => protect(target.recordingTo(trace), pass),
    request: (call, options) => pass(call, options.signal, () => target.request(call, options)),
    connect: async (client, options) => {
      const connected = await target.connect(client, options);
      if (connected.kind === 'refused') return connected;
      return { kind: 'open', connection: protectConnection(connected.connection, pass) };
    },
  };
}

/** All but its requests is that of the connection itself, whose state changes. */
function protectConnection(connection: TargetConnection, pass: Pass): TargetConnection {
  const request: TargetConnection['request'] = (call, options) =>
    pass(call, options?.signal, () => connection.request(call, options));
  return withMembers(connection, { request });
}

// A target for work that may be left to itself: once nobody waits for it any more, nothing of it leaves. What puts
// devices back would have it come after it otherwise.

/** @param over aborts when the work is not waited for any more; undefined when that never happens. */
export function untilOver(target: Target, over: AbortSignal | undefined): Target {
  if (!over) return target;
  return protect(target, (_call, _signal, send) =>
    over.aborted ? Promise.reject(new SafetyError('the run is over, and puts back what it changed')) : send(),
  );
}

// What a call would be on the wire, before it has a client and a connection.

/** Over REST where it can go there: the other channel says the same in other words. */
function messageOf(dialect: Dialect, call: Call): Message {
  if (call.name === 'frame' || call.name === 'ping')
    return { kind: 'frame', text: prepareFrame(dialect, call, 'r').text };
  return httpMessage(restRequest(dialect, call, NOBODY));
}

const NOBODY = { clientId: '', clientSecret: '', scopes: [] };
