// Keeps a run from doing harm: only what the profile lists is ever changed, how it was is read before the
// first change, and it is put back at the end, whatever has happened in between.
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { Profile } from '../profile/profile.js';
import type { RestoreBook, RestoreRecord } from '../restore/record.js';
import type { Call, Exchange } from '../target/call.js';
import { restRequest } from '../target/driver/rest-call.js';
import { prepareFrame } from '../target/driver/ws-call.js';
import { type Message, SafetyError, httpMessage, unlessUnsafe } from '../target/gated-transport.js';
import { relayName, relayStatesIn } from '../target/registers.js';
import type { Target, TargetConnection } from '../target/target.js';
import { type Caretaker, type RestoreBounds, createCaretaker, createRestoreTime } from './caretaker.js';
import {
  type Aspect,
  type EffectHistory,
  type Meant,
  RELAYS,
  certainAfter,
  createEffectHistory,
  deviceBefore,
  meantBy,
} from './effect-history.js';
import type { Effect } from './gate/effect.js';
import type { Gate, GateJudgement } from './gate/gate.js';
import { type ManagementKeeper, createManagementKeeper, notStored } from './management.js';
import { adoptRecord, handOver, restoreDevice } from './restore-device.js';

export interface Safety {
  /** Whether the profile lists the relay. */
  mayActuate(deviceId: string, index: number): boolean;
  /** Why a call must not be sent, in words; undefined when it may. */
  guard(call: Call): string | undefined;
  /** Tells how a device was found, so that it need not be read again before its first change. */
  noteInitial(deviceId: string, peripherals: Peripherals): void;
  /**
   * Something beside requests is about to be done to the device, which may switch its relays: they are to be put back.
   * In words why it must not be done.
   */
  beforeStimulus(deviceId: string, signal: AbortSignal): Promise<string | undefined>;
  /** Something beside requests may have changed the device: it must be looked at again. */
  disturbed(deviceId: string): void;
  /** A view of a target that refuses what `guard` forbids, and knows what has to be put back. */
  protect(target: Target): Target;
  /**
   * Leaves devices to the next check as the last one found them, as far as that takes no refresh; returns what could
   * not be put back of settings, in words.
   */
  handOver(deviceIds: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** All relays of the device were seen to be off, and nothing can have changed them since. */
  isSurelyOff(deviceId: string): boolean;
  /** What another run has left is to be put back, too; in words what the profile does not allow to. */
  adopt(record: RestoreRecord): readonly string[];
  /**
   * Puts everything back; returns in words what could not be. May be called at any time, and again.
   * @param tell is told in words of each thing that is as it was found.
   */
  restore(signal?: AbortSignal, tell?: (words: string) => void): Promise<readonly string[]>;
  /** The same for some devices only: others may be in use meanwhile. */
  restoreDevices(deviceIds: readonly string[], signal?: AbortSignal): Promise<readonly string[]>;
}

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
export function createSafety(target: Target, profile: Profile, options: SafetyOptions): Safety {
  const { clock, dialect } = target;
  const { gate } = options;
  const caretaker = createCaretaker(target, profile, options.random?.stream('target/restore-keys'));
  const histories = createHistories(profile);
  const { management: managed } = profile;
  const management = managed && createManagementKeeper(target, profile, managed, options.book);
  const judge = (call: Call): GateJudgement => gate.judge(messageOf(dialect, call));
  const begin = createBeginning(
    createLook(caretaker, () => clock.now() + READ_WITHIN),
    options.book,
  );
  const checkpoint = createCheckpoint({ clock, profile, judge, histories, begin, management });

  const time = createRestoreTime(target, profile, options.restoreWithin ?? RESTORE_WITHIN);
  const restoreDevices = async (
    devices: readonly EffectHistory[],
    bounds: RestoreBounds,
  ): Promise<string[]> => {
    return (await Promise.all(devices.map((each) => restoreDevice(clock, caretaker, each, bounds)))).flat();
  };
  const restoreAll = async (bounds: RestoreBounds): Promise<readonly string[]> => {
    const restored = restoreDevices(histories.kept(), bounds);
    return (await Promise.all([restored, management?.restore(bounds) ?? []])).flat();
  };
  let restoring: Promise<readonly string[]> | undefined;

  return {
    mayActuate: (deviceId, index) => isListed(profile, deviceId, index),
    guard: (call) => judge(call).forbidden,
    noteInitial: (deviceId, peripherals) => histories.of(deviceId)?.found(RELAYS, relayStatesIn(peripherals)),
    beforeStimulus: async (deviceId, signal) => {
      const device = histories.of(deviceId);
      return device && beginStimulus(device, profile, (coming) => begin(coming, signal));
    },
    disturbed: (deviceId) => histories.of(deviceId)?.disturb(),
    protect: (unprotected) => protect(unprotected, checkpoint),
    handOver: async (deviceIds, signal) => {
      const bounds = { until: clock.now() + HANDING_OVER, signal };
      const used = deviceIds.flatMap((deviceId) => histories.of(deviceId) ?? []);
      return (await Promise.all(used.map((device) => handOver(clock, caretaker, device, bounds)))).flat();
    },
    isSurelyOff: (deviceId) => {
      const seen = histories.of(deviceId)?.seen;
      return seen !== undefined && [...seen.values.values()].every((on) => on === false);
    },
    adopt: (record) =>
      adoptRecord(record, { profile, historyOf: histories.of, management, now: clock.now() }),
    restore: (signal, tell) => {
      restoring ??= time.whole(restoreAll, signal, tell).finally(() => (restoring = undefined));
      return restoring;
    },
    restoreDevices: (deviceIds, signal) =>
      restoreDevices(
        deviceIds.flatMap((deviceId) => histories.of(deviceId) ?? []),
        time.bounds(signal),
      ),
  };
}

type Begin = (coming: readonly Change[], signal: AbortSignal | undefined) => Promise<void>;

/**
 * Notes changes that are about to be made, and how all was before. Rejects with SafetyError when this cannot be found
 * out, or not be stored.
 */
function createBeginning(look: Look, book: SafetyOptions['book']): Begin {
  return async (coming, signal) => {
    for (const { device, meant } of coming) await look(device, meant.aspect, signal);
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

function isListed({ devices }: Profile, deviceId: string, index: number): boolean {
  return Object.values(devices).some((each) => each.deviceId === deviceId && each.relays.includes(index));
}

interface CheckpointParts {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly judge: (call: Call) => GateJudgement;
  readonly histories: Histories;
  readonly begin: Begin;
  readonly management: ManagementKeeper | undefined;
}

/** Looks at what a call is about to change, and notes that it has. */
function createCheckpoint(parts: CheckpointParts): Checkpoint {
  const { clock, profile, judge, histories, begin, management } = parts;
  const { management: managed } = profile;
  const changesOf = ({ effects }: GateJudgement): readonly Change[] => changes(histories, profile, effects);
  const manages = ({ effects }: GateJudgement): boolean =>
    effects.some(
      (effect) =>
        effect.kind === 'manage' &&
        managed !== undefined &&
        [managed.deviceId, managed.serial].includes(effect.deviceId),
    );
  return {
    before: async (call, signal) => {
      const judged = judge(call);
      if (judged.forbidden !== undefined) throw new SafetyError(judged.forbidden);
      if (manages(judged)) await management?.before({ until: clock.now() + READ_WITHIN, signal });
      await begin(changesOf(judged), signal);
      if (manages(judged)) management?.begin();
    },
    after: (call, exchange) => {
      const judged = judge(call);
      if (manages(judged)) management?.ended(exchange);
      for (const { device, meant } of changesOf(judged)) {
        if (meant.jogs.length > 0 && !isRefusal(exchange))
          device.lastJogAt = Math.max(device.lastJogAt, clock.now());
        device.end(exchange);
        if (meant.aspect === RELAYS) device.did(certainAfter(call, meant, exchange));
      }
      if (call.name === 'refresh' && exchange) see(histories.of(call.deviceId), exchange);
    },
  };
}

/** The target has said that it did nothing: no jog has begun that somebody would have to wait for. */
function isRefusal(exchange: Exchange | undefined): boolean {
  if (exchange?.outcome.kind !== 'reply') return false;
  const { status, code } = exchange.outcome.reply;
  if (status !== undefined) return status >= 400 && status < 500;
  return code !== 'INTERNAL_ERROR' && (code in STATED_ERROR_CODES || code in OPEN_ERROR_CODES);
}

interface Histories {
  /** Undefined for a device that the profile does not name. */
  of(deviceId: string): EffectHistory | undefined;
  /** Those that somebody has asked for: of the others nothing is known, and nothing was changed. */
  kept(): readonly EffectHistory[];
}

function createHistories({ devices }: Profile): Histories {
  const names = new Map(Object.entries(devices).map(([name, { deviceId }]) => [deviceId, name]));
  const histories = new Map<string, EffectHistory>();
  return {
    of: (deviceId) => {
      const name = names.get(deviceId);
      if (name === undefined) return undefined;
      const history = histories.get(deviceId) ?? createEffectHistory(name, deviceId);
      histories.set(deviceId, history);
      return history;
    },
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
  if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS || outcome.reply.mismatches.length > 0)
    return;
  const values = RELAYS.valuesIn(outcome.reply.data);
  if (values) device?.saw(values, sentAt);
}

type Look = (device: EffectHistory, aspect: Aspect, signal: AbortSignal | undefined) => Promise<void>;

/** Looks at a device once before its first change, for all who are about to change it. */
function createLook(caretaker: Caretaker, until: () => number): Look {
  const looking = new Map<string, Promise<void>>();
  return async (device, aspect, signal) => {
    if (device.of(aspect).initial) return;
    const key = `${aspect.name} ${device.deviceId}`;
    const look = async (): Promise<void> => {
      const reading = await caretaker.read(device, aspect, { until: until(), signal });
      if (reading.ok) return device.found(aspect, reading.values);
      const why = `the ${aspect.name} of device ${device.name} cannot be read`;
      throw new SafetyError(
        `nothing is changed while ${why}, because it could not be put back: ${reading.detail}`,
      );
    };
    const begun = looking.get(key) ?? look().finally(() => looking.delete(key));
    looking.set(key, begun);
    await begun;
  };
}

// A target through which nothing passes that safety forbids, and nothing is changed that was not looked at.

interface Checkpoint {
  /** Before a call leaves; rejects with SafetyError when it must not. */
  before(call: Call, signal: AbortSignal | undefined): Promise<void>;
  /** Once it has been answered, or can no longer be; undefined when it failed without an exchange. */
  after(call: Call, exchange: Exchange | undefined): void;
}

type Pass = (call: Call, signal: AbortSignal | undefined, send: () => Promise<Exchange>) => Promise<Exchange>;

function protect(target: Target, checkpoint: Checkpoint): Target {
  const pass: Pass = async (call, signal, send) => {
    await checkpoint.before(call, signal);
    let exchange: Exchange | undefined;
    try {
      exchange = await send();
      return exchange;
    } finally {
      checkpoint.after(call, exchange);
    }
  };
  return {
    ...target,
    recordingTo: (trace) => protect(target.recordingTo(trace), checkpoint),
    request: (call, options) => pass(call, options.signal, () => target.request(call, options)),
    connect: async (client, options) => {
      const connected = await target.connect(client, options);
      if (connected.kind === 'refused') return connected;
      return { kind: 'open', connection: protectConnection(connected.connection, pass) };
    },
  };
}

function protectConnection(connection: TargetConnection, pass: Pass): TargetConnection {
  const { name, client, openedAt, events, listen, close, cut } = connection;
  return {
    name,
    client,
    openedAt,
    get closed() {
      return connection.closed;
    },
    get droppedEvents() {
      return connection.droppedEvents ?? 0;
    },
    events,
    listen,
    close,
    cut,
    request: (call, options) => pass(call, options?.signal, () => connection.request(call, options)),
  };
}

// A target for work that may be left to itself: once nobody waits for it any more, nothing of it leaves. What puts
// devices back would have it come after it otherwise.

/** @param over aborts when the work is not waited for any more; undefined when that never happens. */
export function untilOver(target: Target, over: AbortSignal | undefined): Target {
  if (!over) return target;
  return protect(target, {
    before: () => {
      if (over.aborted)
        return Promise.reject(new SafetyError('the run is over, and puts back what it changed'));
      return Promise.resolve();
    },
    after: () => undefined,
  });
}

// What a call would be on the wire, before it has a client and a connection.

/** Over REST where it can go there: the other channel says the same in other words. */
function messageOf(dialect: Dialect, call: Call): Message {
  if (call.name === 'frame' || call.name === 'ping')
    return { kind: 'frame', text: prepareFrame(dialect, call, 'r').text };
  return httpMessage(restRequest(dialect, call, NOBODY));
}

const NOBODY = { clientId: '', clientSecret: '', scopes: [] };
