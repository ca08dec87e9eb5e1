// What each step of completing a draft has at hand: the device, how it was found, and what refusals have named.
import { SUCCESS } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operations.js';
import type { DeviceConfig, DeviceDetail, Peripherals } from '../../contract/schemas/device.js';
import type { ShapeName } from '../../contract/schemas/shapes.js';
import type { DeviceProfileEntry } from '../../harness/profile/profile.js';
import type { CallReply } from '../../harness/target/call.js';
import { isObject } from '../../kernel/json.js';
import { UNITS } from '../../probe/draft/draft-config.js';
import { UNTOLD_GROUP } from '../../probe/draft/draft-state.js';
import type { NamedPlace } from '../../probe/draft/named-places.js';
import { leavesOf, placeKey, withAt } from '../../probe/draft/places.js';
import type { Acting, ActingOptions, ActSession } from './acting.js';

export interface Completing extends ActingOptions {
  readonly acting: Acting;
  readonly deviceId: string;
  /** Those that may be switched. */
  readonly relays: readonly number[];
  readonly rs485: DeviceProfileEntry['rs485'];
  readonly config: DeviceConfig;
  /** As the device was found. */
  readonly found: Peripherals | undefined;
  /** The places that refusals name, by the shape of the request. */
  readonly named: ReadonlyMap<ShapeName, readonly NamedPlace[]>;
  /** The draft is written as it is now: what comes next may be killed. */
  keep(): Promise<void>;
}

/** The index of the first relay. */
export function firstIndex({ draft }: Pick<Completing, 'draft'>): number {
  return Number(draft.data()['indexBase'] ?? 1);
}

/** Undefined where it was refused, or does not fit. */
export function stateIn(reply: CallReply | undefined): Peripherals | undefined {
  if (reply?.code !== SUCCESS || reply.dialectMismatches || !isObject(reply.data)) return undefined;
  return (reply.data as unknown as DeviceDetail).peripherals;
}

export async function configRead({ ask }: ActSession, deviceId: string): Promise<DeviceConfig | undefined> {
  const reply = await ask({ name: 'readConfig', deviceId });
  const isRead = reply?.code === SUCCESS && !reply.dialectMismatches && isObject(reply.data);
  return isRead ? (reply.data as unknown as DeviceConfig) : undefined;
}

/** Whether it was granted and carried out, as far as the reply says. */
export async function operate(
  { deviceId }: Completing,
  { ask, key }: ActSession,
  operation: Operation,
  compatibility = false,
): Promise<CallReply | undefined> {
  const scope = /baudRate|jogConfig/.test(operation.name) ? 'device:config' : 'device:control';
  const call = { name: 'operate', deviceId, operation, idempotencyKey: key(), compatibility } as const;
  return ask(call, scope);
}

export function devicePath({ deviceId }: Pick<Completing, 'deviceId'>): string {
  return `/svc/v1/devices/${encodeURIComponent(deviceId)}`;
}

/** What does not show for sure whether a relay is on does not show that it is as it was, either. */
export function showsRelays({ draft }: Pick<Completing, 'draft'>): boolean {
  return !draft.whyAt('peripherals', 'relay.on').includes(UNTOLD_GROUP);
}

/** One that may be switched, also where relays are counted otherwise than the draft says. */
export function safeRelay({
  draft,
  relays,
  config,
}: Pick<Completing, 'draft' | 'relays' | 'config'>): number | undefined {
  const isCounted = draft.data()['indexBase'] !== undefined;
  const areAll = config.relays.every(({ index }) => relays.includes(index));
  return isCounted || areAll ? relays.at(-1) : undefined;
}

interface Candidates {
  readonly named: readonly NamedPlace[] | undefined;
  readonly priors: readonly string[];
  forms(place: NamedPlace): readonly string[];
  /** Where nothing says it: the index of the first relay. */
  readonly bases?: readonly number[];
}

/** A name that stands for none, below one that takes an object. */
const WITHIN = 'conform';

/** @param fits whether it has done what it should: then it is the last one; else the places that its refusal names. */
export async function eachCandidate(
  { named = [], priors, forms, bases = [1] }: Candidates,
  fits: (sample: unknown, form: string, base: number) => Promise<true | readonly NamedPlace[] | undefined>,
): Promise<void> {
  const places = named.length > 0 ? [...named] : priors.map((name): NamedPlace => ({ at: [name], said: '' }));
  const known = new Set(places.map(({ at }) => placeKey(at)));
  for (const place of places) {
    const isAround = /\bobject\b/.test(place.said);
    const at = isAround ? [...place.at, WITHIN] : place.at;
    for (const form of isAround ? forms(place).slice(0, 1) : forms(place))
      for (const base of bases) {
        const done = await fits(withAt(undefined, at, form), form, base);
        if (done === true) return;
        for (const other of done ?? []) {
          if (known.has(placeKey(other.at))) continue;
          known.add(placeKey(other.at));
          places.push(other);
        }
      }
  }
}

/** A server may carry a command out some time after it has answered. */
export async function settledConfig(
  session: ActSession,
  deviceId: string,
  isSettled: (config: DeviceConfig) => boolean,
): Promise<DeviceConfig | undefined> {
  let config = await configRead(session, deviceId);
  for (let tries = 0; tries < 2 && config && !isSettled(config); tries++) {
    await session.target.clock.sleep(1000);
    config = await configRead(session, deviceId);
  }
  return config;
}

/** The text with a placeholder, without what stands before its name: `$relay.jogDuration:s` is `$jogDuration:s`. */
export function textIn(sample: unknown, name: string): string {
  const texts = leavesOf(sample, true).map(({ value }) => String(value));
  const own = texts.find((text) => new RegExp(`\\$\\{?(\\w+\\.)?${name}(?![\\w.])`).test(text));
  return own?.replace(/(\$\{?)\w+\.(?=\w)/, '$1') ?? `$${name}`;
}

const UNIT = /(?<=[dD]uration)(?::(?!string)(\w+))?/;

/** The placeholder with a unit that is so many times as long; undefined where there is none. */
export function longer(text: string, factor: number): string | undefined {
  const is = UNITS.find(([unit]) => unit === (UNIT.exec(text)?.[1] ?? 'ms'))?.[1] ?? NaN;
  const to = UNITS.find(([, each]) => Math.abs(each / (is * factor) - 1) < 0.01)?.[0];
  return to && text.replace(UNIT, `:${to}`);
}
