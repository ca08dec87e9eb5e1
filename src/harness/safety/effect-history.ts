// The history of one device: how it was found, what requests were meant to change of it, what they did for certain and
// may do yet, and how it was seen last. Putting back reads all of it from here.
import { readShape } from '../../contract/read-shape.js';
import type { Operation } from '../../contract/operations.js';
import type { Scope } from '../../contract/scopes.js';
import { formatDuration } from '../../kernel/duration.js';
import type { Profile } from '../profile/profile.js';
import type { DeviceBefore } from '../restore/record.js';
import { type Call, type Exchange, isGranted } from '../target/call.js';
import {
  BAUD_RATE,
  indexIn,
  jogName,
  type RegisterValue,
  relayName,
  relayStatesIn,
  relaysSetBy,
  settingsIn,
  settingsSetBy,
  type Values,
  type RegisterWrites,
} from '../target/registers.js';
import type { Effect } from './gate/effect.js';

/** One of the two things about a device that a run may change and has to put back. */
export interface Aspect {
  readonly name: 'relays' | 'configuration';
  /** The scope that it takes to put it back. */
  readonly scope: Scope;
  read(deviceId: string): Call;
  /** From the data of a successful reply to `read`. */
  /** Undefined where it is not of the form of what was read. */
  valuesIn(data: unknown): Values | undefined;
  /** Each makes some of the values so again. */
  operations(values: Values): readonly Operation[];
}

export const RELAYS: Aspect = {
  name: 'relays',
  scope: 'device:control',
  read: (deviceId) => ({ name: 'refresh', deviceId }),
  valuesIn: (data) => {
    const detail = readShape('deviceState', data);
    return detail && relayStatesIn(detail.peripherals);
  },
  operations: (values) => {
    const relays = [...values].map(([key, on]) => ({
      index: indexIn(key),
      action: on ? ('on' as const) : ('off' as const),
    }));
    return relays.length === 0 ? [] : [{ name: 'device.relay.set', params: { relays } }];
  },
};

export const CONFIGURATION: Aspect = {
  name: 'configuration',
  scope: 'device:config',
  read: (deviceId) => ({ name: 'readConfig', deviceId }),
  valuesIn: (data) => {
    const config = readShape('deviceConfig', data);
    return config && settingsIn(config);
  },
  operations: (values) =>
    [...values].map(([key, value]): Operation => {
      const number = Number(value);
      if (key === BAUD_RATE) return { name: 'device.rs485.baudRate.set', params: { baudRate: number } };
      return { name: 'device.relay.jogConfig.set', params: { index: indexIn(key), duration: number } };
    }),
};

/** In words: `relay 1 of plant`, `the baud rate of plant`. */
export function registerWords(register: string, device: string): string {
  return `${register.startsWith('relay') ? '' : 'the '}${register} of ${device}`;
}

/** In words: `on`, `500 ms`. */
export function valueWords(register: string, value: RegisterValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return register === BAUD_RATE ? String(value) : formatDuration(value);
}

/** Relays that may not be switched and are not as they were found, in words. */
export function changedBeside(
  { name, latest, of }: EffectHistory,
  { devices }: Pick<Profile, 'devices'>,
): readonly string[] {
  const listed = devices[name]?.relays ?? [];
  return [...(of(RELAYS).initial ?? [])].flatMap(([key, before]) => {
    const now = latest?.get(key);
    if (now === undefined || now === before || listed.some((each) => relayName(each) === key)) return [];
    const was = `${registerWords(key, name)} was ${valueWords(key, before)}, and is ${valueWords(key, now)}`;
    return [`${was}: the profile does not list it, so that it is left as it is`];
  });
}

/** What is meant to be changed of one device, or may be. */
export interface Meant {
  readonly aspect: Aspect;
  readonly keys: readonly string[];
  /** Relays that go back by themselves after their jog duration. */
  readonly jogs: readonly number[];
}

/** What the effects change of one device, each aspect once. `listed` are its relays that may be switched. */
export function meantBy(effects: readonly Effect[], listed: readonly number[]): readonly Meant[] {
  const relays = new Set<number>();
  const jogs = new Set<number>();
  const settings = new Set<string>();
  for (const effect of effects) {
    const unclear = effect.kind === 'malformed';
    // A relay that the device does not have may be taken for any.
    const named = 'relay' in effect && typeof effect.relay === 'number' ? effect.relay : undefined;
    const each = named !== undefined && listed.includes(named) ? [named] : listed;
    const kind = unclear ? effect.of : effect.kind;
    if (kind === 'switch') for (const relay of each) relays.add(relay);
    if (kind === 'switch' && (unclear || ('jog' in effect && effect.jog)))
      for (const relay of each) jogs.add(relay);
    if (kind === 'jogDuration') for (const relay of each) settings.add(jogName(relay));
    if (kind === 'baudRate') settings.add(BAUD_RATE);
  }
  return [
    ...(relays.size > 0 ? [{ aspect: RELAYS, keys: [...relays].map(relayName), jogs: [...jogs] }] : []),
    ...(settings.size > 0 ? [{ aspect: CONFIGURATION, keys: [...settings], jogs: [] }] : []),
  ];
}

/** How relays and settings are for certain after the call; undefined for each of which nobody can tell. */
export function certainAfter(call: Call, { keys }: Meant, exchange: Exchange | undefined): RegisterWrites {
  const unknown = keys.map((key): [string, undefined] => [key, undefined]);
  const isDone = exchange !== undefined && isGranted(exchange.outcome);
  if (call.name !== 'operate' || !isDone) return new Map(unknown);
  return new Map([...unknown, ...relaysSetBy(call.operation), ...settingsSetBy(call.operation)]);
}

export interface AspectHistory {
  readonly aspect: Aspect;
  /** As it was found; undefined as long as nobody has looked. */
  initial: Values | undefined;
  /** Somebody is looking. */
  looking?: Promise<void> | undefined;
  /** What something was meant to change, and is not known to be as it was found. */
  readonly touched: Set<string>;
}

interface RelaySighting {
  readonly values: Values;
  /** Clock time in ms. */
  readonly at: number;
}

/** How often relays of all devices were shown as a command had left them, and how often the other way round. */
export interface Obedience {
  agreed: number;
  opposed: number;
}

/** A share that agrees by chance where the words of the dialect are exchanged: a command was answered, and not done. */
const MOST_BY_CHANCE = 0.1;

/** Relays show what they were told, so that the words of the dialect are right. */
export function isObeyed({ agreed, opposed }: Obedience): boolean {
  return agreed > (agreed + opposed) * MOST_BY_CHANCE;
}

export type EffectHistory = ReturnType<typeof createEffectHistory>;

/** @param obedience that of all devices, as one dialect speaks of all of them. */
export function createEffectHistory(name: string, deviceId: string, obedience: Obedience) {
  const unsettled = createUnsettled();
  const newAspect = (aspect: Aspect): AspectHistory => ({ aspect, initial: undefined, touched: new Set() });
  const aspects = [newAspect(RELAYS), newAspect(CONFIGURATION)] as const;
  const history = {
    name,
    deviceId,
    aspects,
    of: (aspect: Aspect): AspectHistory => aspects[aspect === RELAYS ? 0 : 1],
    /** Only the first state that is noted counts. */
    found: (aspect: Aspect, values: Values): void => {
      history.of(aspect).initial ??= values;
    },
    /** Relays that were jogged, and the clock time (ms) after which none of these jogs can have begun. */
    jogged: new Set<number>(),
    lastJogAt: 0,
    /** When a check gave it back last, clock time in ms. */
    handedOverAt: Number.NEGATIVE_INFINITY,
    /** How commands that succeeded have left relays and settings; one of which that is not known is missing. */
    certain: new Map<string, RegisterValue>(),
    /** The relays as a check saw them, where nothing can have changed them since: they need no other look. */
    seen: undefined as RelaySighting | undefined,
    /** Relays that the compatibility endpoint has switched last: its words are others than those of what puts back. */
    switchedAlone: new Set<string>(),
    obedience,
    /** The relays as they were read last, whatever has changed them since. */
    latest: undefined as Values | undefined,
    /** Something is about to be changed. */
    begin: ({ aspect, keys, jogs }: Meant): void => {
      for (const key of keys) history.of(aspect).touched.add(key);
      for (const relay of jogs) history.jogged.add(relay);
      history.seen = undefined;
      unsettled.begin();
    },
    /** A change is over, for all that its exchange tells; undefined when there was none. */
    end: unsettled.end,
    /** What commands have done for certain. */
    did: (written: RegisterWrites, alone = false): void => {
      for (const [key, value] of written) {
        if (value === undefined) history.certain.delete(key);
        else history.certain.set(key, value);
        history.switchedAlone[alone ? 'add' : 'delete'](key);
      }
    },
    /** A refresh that went out at that clock time (ms) showed the relays so. */
    saw: (values: Values, at: number): void => {
      history.latest = values;
      if (unsettled.isUnderWay || at < unsettled.changedBy) return;
      history.seen = { values, at };
      for (const [key, value] of history.certain) {
        if (!values.has(key) || history.switchedAlone.has(key)) continue;
        obedience[values.get(key) === value ? 'agreed' : 'opposed']++;
      }
    },
    /** Something beside the requests may have changed the device. */
    disturb: (): void => {
      history.certain.clear();
      history.seen = undefined;
    },
    /** From when on nothing that was sent can change the device any more; clock time in ms. */
    settledAt: unsettled.settledAt,
    /** Others have changed it, the last time at that clock time (ms) at the latest; nobody knows what came of it. */
    changedByOthers: (at: number): void => {
      history.seen = undefined;
      unsettled.changedByOthers(at);
    },
  };
  return history;
}

/** A change that got no reply may come about this long afterwards, in ms: longer than any relay takes. */
const MOST_LATE = 5000;

/** Changes that may come about yet: they are under way, or got no reply. */
export function createUnsettled() {
  let underWay = 0;
  let changedBy = 0;
  return {
    begin: (): void => {
      underWay++;
    },
    /** A change is over, for all that its exchange tells; undefined when there was none. */
    end: (exchange: Exchange | undefined): void => {
      underWay--;
      if (!exchange) return;
      const late = exchange.outcome.kind === 'reply' ? 0 : MOST_LATE;
      changedBy = Math.max(changedBy, exchange.answeredAt + late);
    },
    /** Others have changed something at that clock time (ms) at the latest, and nobody knows what came of it. */
    changedByOthers: (at: number): void => {
      changedBy = Math.max(changedBy, at + MOST_LATE);
    },
    get isUnderWay(): boolean {
      return underWay > 0;
    },
    /** The last change that is over had come about by then, if at all; clock time in ms. */
    get changedBy(): number {
      return changedBy;
    },
    /** From when on nothing that was sent can change anything any more; clock time in ms. */
    settledAt: (now: number): number => (underWay > 0 ? now + MOST_LATE : changedBy),
  };
}

/** The longest jog of the relays, by their configuration. */
export function longestJog(values: Values, relays: Iterable<number>): number {
  return Math.max(0, ...[...relays].map((index) => Number(values.get(jogName(index)) ?? 0)));
}

/** What was touched, as it was found: so it is kept beyond this process. */
export function deviceBefore({ name, deviceId, jogged, aspects }: EffectHistory): DeviceBefore {
  const [relays, settings] = aspects.map(
    ({ initial, touched }) => new Map([...(initial ?? [])].filter(([key]) => touched.has(key))),
  );
  const rate = settings?.get(BAUD_RATE);
  return {
    name,
    deviceId,
    relays: [...(relays ?? [])].map(([key, on]) => ({ index: indexIn(key), on: on === true })),
    jogged: [...jogged],
    jogDurations: [...(settings ?? [])].flatMap(([key, value]) =>
      key === BAUD_RATE ? [] : [{ index: indexIn(key), jogDuration: Number(value) }],
    ),
    ...(rate === undefined ? {} : { baudRate: Number(rate) }),
  };
}

/** From now on it is to be put back. @param at clock time in ms, at which others changed it at the latest. */
export function adoptDevice(device: EffectHistory, before: DeviceBefore, at: number): void {
  const { relays, jogged, jogDurations, baudRate } = before;
  const adopt = (aspect: Aspect, values: Values, jogs: readonly number[]): void => {
    if (values.size === 0) return;
    device.found(aspect, values);
    device.begin({ aspect, keys: [...values.keys()], jogs });
    device.end(undefined);
  };
  adopt(RELAYS, relayStatesIn({ relays }), jogged);
  adopt(CONFIGURATION, settingsIn({ relays: jogDurations, baudRate }), []);
  if (jogged.length > 0) device.lastJogAt = Math.max(device.lastJogAt, at);
  device.changedByOthers(at);
}
