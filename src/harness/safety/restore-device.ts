// Puts one device back as it was found, looks whether it is, and says what is not.
import type { Clock } from '../../kernel/clock.js';
import type { Profile } from '../profile/profile.js';
import type { DeviceBefore, RestoreRecord } from '../restore/record.js';
import type { RegisterValue, Values } from '../target/registers.js';
import { waitUntil } from '../target/retry.js';
import type { RestoreBounds, Caretaker, StateReading } from './caretaker.js';
import {
  type AspectHistory,
  CONFIGURATION,
  type EffectHistory,
  longestJog,
  registerWords,
  RELAYS,
  valueWords,
  adoptDevice,
  isObeyed,
} from './effect-history.js';
import type { ManagementKeeper } from './management.js';

const ROUNDS = 3;

/** A state may be shown a little later than it is; in ms. */
const LATER = 3000;

/** A jog's end is the device's to time; it may be a little late. */
const JOG_MARGIN = 500;

/** Of the time that is left: a device that lets nobody look is switched all the same. */
const SHARE_OF_A_LOOK = 1 / 3;
const SHARE_OF_JOGS = 1 / 2;
const SHARE_OF_A_CHANGE = 1 / 2;

/** What could not be put back, in words; empty when all is as it was found. */
export async function restoreDevice(
  clock: Clock,
  caretaker: Caretaker,
  device: EffectHistory,
  bounds: RestoreBounds,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const kept of device.aspects) {
    if (kept.touched.size === 0) continue;
    const seen = kept.aspect === RELAYS ? await sightOf(clock, caretaker, device, bounds) : undefined;
    failures.push(...(await restoreAspect(clock, caretaker, device, kept, { ...bounds, seen })));
  }
  return failures;
}

/**
 * Leaves a device to the next check as the last one found it, without a refresh: jogs have ended, settings are as
 * before, and relays whose state is known from commands are switched back. What that does not reach is left to the
 * end of the run; of settings in words.
 */
export async function handOver(
  clock: Clock,
  caretaker: Caretaker,
  device: EffectHistory,
  bounds: RestoreBounds,
): Promise<readonly string[]> {
  const failures: string[] = [];
  if (device.jogged.size > 0 && device.lastJogAt > device.handedOverAt) {
    const over = await endOfJogs(caretaker, device, part(clock, bounds, SHARE_OF_A_LOOK));
    await waitUntil(clock, Math.min(over, bounds.until), bounds.signal);
  }
  for (const kept of device.aspects) {
    if (kept.touched.size === 0 || bounds.signal?.aborted) continue;
    if (kept.aspect === RELAYS) {
      const wrong = commandedOtherwise(device, kept);
      for (const operation of kept.aspect.operations(wrong))
        await caretaker.perform(device, operation, kept.aspect.scope, bounds);
      device.did(wrong);
    } else {
      failures.push(...(await restoreAspect(clock, caretaker, device, kept, { ...bounds, seen: undefined })));
    }
  }
  device.handedOverAt = clock.now();
  return failures;
}

/** Relays that a command has left otherwise than the run found them. */
function commandedOtherwise({ certain }: EffectHistory, { initial, touched }: AspectHistory): Values {
  return new Map(
    [...(initial ?? [])].filter(([key, value]) => {
      const now = certain.get(key);
      return touched.has(key) && now !== undefined && now !== value;
    }),
  );
}

/** The bounds of a part of the work: a share of the time that is left. */
function part(clock: Clock, bounds: RestoreBounds, share: number): RestoreBounds {
  const now = clock.now();
  return { ...bounds, until: now + Math.max(0, bounds.until - now) * share };
}

/**
 * How a check saw the relays after the last change: it spares the device another refresh. Waits for jogs, since
 * switching in the middle of one would leave the outcome to chance.
 */
async function sightOf(
  clock: Clock,
  caretaker: Caretaker,
  device: EffectHistory,
  bounds: RestoreBounds,
): Promise<StateReading | undefined> {
  const { until } = part(clock, bounds, SHARE_OF_JOGS);
  const over = await endOfJogs(caretaker, device, part(clock, bounds, SHARE_OF_A_LOOK));
  await waitUntil(clock, Math.min(over, until), bounds.signal);
  const { seen } = device;
  return seen && seen.at >= over ? { ok: true, values: seen.values } : undefined;
}

/** Clock time in ms. */
async function endOfJogs(
  caretaker: Caretaker,
  device: EffectHistory,
  { until, signal }: RestoreBounds,
): Promise<number> {
  if (device.jogged.size === 0 || signal?.aborted) return 0;
  const config = await caretaker.read(device, CONFIGURATION, { until, signal });
  const before = device.of(CONFIGURATION).initial ?? new Map();
  const now = config.ok ? config.values : before;
  const longest = Math.max(longestJog(now, device.jogged), longestJog(before, device.jogged));
  return device.lastJogAt + longest + JOG_MARGIN;
}

async function restoreAspect(
  clock: Clock,
  caretaker: Caretaker,
  device: EffectHistory,
  kept: AspectHistory,
  { seen, ...bounds }: RestoreBounds & { readonly seen: StateReading | undefined },
): Promise<readonly string[]> {
  const { aspect } = kept;
  const { wanted, unknown } = wantedOf(device, kept);
  const changed = new Set<string>();
  let answer: string | undefined;
  let state: StateReading = { ok: false, detail: 'nobody looked' };
  const isOver = (): boolean => bounds.signal?.aborted === true || clock.now() >= bounds.until;
  // The last one has all of the time: what refuses for a while is waited for then.
  const look = async (round: number): Promise<StateReading> => {
    const share = round < ROUNDS ? SHARE_OF_A_LOOK : 1;
    const read = await caretaker.read(device, aspect, part(clock, bounds, share));
    if (read.ok && aspect === RELAYS) device.latest = read.values;
    return read;
  };
  const command = async (values: Values): Promise<string | undefined> => {
    let refused: string | undefined;
    for (const operation of aspect.operations(values)) {
      const within = part(clock, bounds, SHARE_OF_A_CHANGE);
      refused = (await caretaker.perform(device, operation, aspect.scope, within)) ?? refused;
    }
    return refused;
  };
  const done = (): string[] => [
    ...unknown,
    ...ended(clock, device, kept, { wanted, changed, unknown, bounds }),
  ];
  let last: LastCommand = { written: device.certain, before: undefined };
  for (let round = 0; round <= ROUNDS; round++) {
    state = (round === 0 ? seen : undefined) ?? (await look(round));
    if (differing(wanted, state).size === 0 && bounds.settle && (await settled(clock, device, bounds)))
      state = await look(round);
    const wrong = differing(wanted, state);
    if (wrong.size === 0) return done();
    if (round === ROUNDS || isOver()) break;
    for (const key of wrong.keys()) changed.add(key);
    // What is tried takes two looks, and has to be taken back where it was wrong.
    const hasTime = clock.now() + 4 * LATER < bounds.until;
    const isInVain = round === ROUNDS - 1 && state.ok && answer === undefined && hasTime;
    const other = !isInVain || isObeyed(device.obedience) ? undefined : opposite(wrong);
    const values = other ?? (round === 0 ? wrong : inProportion(wrong, state, last));
    answer = await command(values);
    last = answer === undefined ? { written: values, before: state } : { ...last, before: undefined };
    if (
      values !== wrong &&
      answer === undefined &&
      (await isSo(wrong, { clock, bounds, look: () => look(round) }))
    )
      return done();
    if (other) answer = await command(wrong);
  }
  return [...unknown, ...describe(device, wanted, state, answer)];
}

// What is put back where a line of the dialect is wrong, so that a command does not come to what it says.

interface LastCommand {
  readonly written: Values;
  /** How it was before it; undefined where it is not known to have been carried out just now. */
  readonly before: StateReading | undefined;
}

/** Of relays: where the dialect has a word for the wrong state, the opposite command puts them back. */
function opposite(wanted: Values): Values | undefined {
  const relays = [...wanted].filter(([, value]) => typeof value === 'boolean');
  return relays.length === 0 ? undefined : new Map(relays.map(([key, value]) => [key, !value]));
}

/** Of settings: where the dialect has a wrong unit, the last command has come to something else, in proportion. */
function inProportion(wanted: Values, now: StateReading, { written, before }: LastCommand): Values {
  const changes = [...wanted].map(([key, value]): [string, RegisterValue] => {
    const [asked, came] = [written.get(key), now.ok ? now.values.get(key) : undefined];
    const isOld = before?.ok && before.values.get(key) === came;
    if (typeof value !== 'number' || typeof asked !== 'number' || typeof came !== 'number')
      return [key, value];
    return [key, isOld || came <= 0 ? value : Math.max(1, Math.round((value * asked) / came))];
  });
  return changes.every(([key, value]) => wanted.get(key) === value) ? wanted : new Map(changes);
}

interface Looking {
  readonly clock: Clock;
  readonly bounds: RestoreBounds;
  readonly look: () => Promise<StateReading>;
}

/** Whether all is as wanted, twice: what is shown at first may be how it was before. */
async function isSo(wanted: Values, { clock, bounds: { until, signal }, look }: Looking): Promise<boolean> {
  for (let looks = 0; looks < 2; looks++) {
    await waitUntil(clock, Math.min(clock.now() + LATER, until), signal);
    if (differing(wanted, await look()).size > 0) return false;
  }
  return true;
}

/** Waits for what may still come of requests without a reply; whether there was anything to wait for. */
async function settled(
  clock: Clock,
  device: EffectHistory,
  { until, signal }: RestoreBounds,
): Promise<boolean> {
  const at = device.settledAt(clock.now());
  if (at <= clock.now()) return false;
  await waitUntil(clock, Math.min(at, until), signal);
  return true;
}

interface End {
  readonly wanted: Values;
  /** What had to be changed for it. */
  readonly changed: ReadonlySet<string>;
  readonly unknown: readonly string[];
  readonly bounds: RestoreBounds;
}

/** All is as it was found. As long as a request without a reply may change that, the device is not done with. */
function ended(
  clock: Clock,
  { name, settledAt }: EffectHistory,
  { touched }: AspectHistory,
  { wanted, changed, unknown, bounds }: End,
): readonly string[] {
  for (const [key, value] of wanted) {
    const how = changed.has(key) ? 'again' : 'as before';
    bounds.tell?.(`${registerWords(key, name)} is ${valueWords(key, value)} ${how}`);
  }
  const calm = settledAt(clock.now()) <= clock.now();
  if (calm && unknown.length === 0) touched.clear();
  if (calm || !bounds.settle) return [];
  return [
    `what was changed of ${name} is as before the run, but a request without a reply may change it yet`,
  ];
}
function wantedOf({ name }: EffectHistory, { initial, touched }: AspectHistory) {
  const wanted = new Map<string, number | boolean>();
  const unknown: string[] = [];
  for (const key of touched) {
    const value = initial?.get(key);
    if (value === undefined)
      unknown.push(`${registerWords(key, name)} was touched, and nobody knows how it was before`);
    else wanted.set(key, value);
  }
  return { wanted, unknown };
}

/** What is not as wanted; all of it when nobody can tell. */
function differing(wanted: Values, state: StateReading): Values {
  if (!state.ok) return wanted;
  return new Map([...wanted].filter(([key, value]) => state.values.get(key) !== value));
}

function describe(
  { name }: EffectHistory,
  wanted: Values,
  state: StateReading,
  answer: string | undefined,
): string[] {
  const why = answer === undefined ? '' : `; putting it back got: ${answer}`;
  return [...differing(wanted, state)].map(([key, value]) => {
    const what = registerWords(key, name);
    const before = valueWords(key, value);
    if (!state.ok) return `${what} may not be ${before} as before the run: ${state.detail}${why}`;
    const now = state.values.get(key);
    const is = now === undefined ? 'is not there any more' : `is ${valueWords(key, now)}`;
    return `${what} ${is}, and was ${before} before the run${why}`;
  });
}

// What another run has left behind is to be put back by this one, as far as the profile allows it.

interface Adopting {
  readonly profile: Pick<Profile, 'devices'>;
  readonly historyOf: (deviceId: string) => EffectHistory | undefined;
  readonly management: ManagementKeeper | undefined;
  /** Clock time in ms. */
  readonly now: number;
}

/** In words what the profile does not allow to be put back. */
export function adoptRecord(
  { devices, managed }: Pick<RestoreRecord, 'devices' | 'managed'>,
  { profile, historyOf, management, now }: Adopting,
): readonly string[] {
  const left: string[] = [];
  for (const before of devices) {
    const device = historyOf(before.deviceId);
    const { allowed, forbidden } = permitted(before, device && profile.devices[device.name]?.relays);
    left.push(...forbidden);
    if (device) adoptDevice(device, allowed, now);
  }
  if (managed && management?.isCalled(managed.deviceId)) management.adopt(managed, now);
  else if (managed) left.push(unmanaged(managed));
  return left;
}

/** @param relays those that may be switched; undefined when the profile does not name the device. */
function permitted(before: DeviceBefore, relays: readonly number[] | undefined) {
  const { name, deviceId, baudRate } = before;
  const may = ({ index }: { readonly index: number }): boolean => relays?.includes(index) ?? false;
  const toAdd =
    relays === undefined
      ? `device ${deviceId} is not in the profile any more`
      : `the profile does not list it under devices.${name}.relays any more`;
  return {
    allowed: {
      ...before,
      relays: before.relays.filter(may),
      jogged: before.jogged.filter((index) => may({ index })),
      jogDurations: before.jogDurations.filter(may),
    },
    forbidden: [
      ...before.relays
        .filter((each) => !may(each))
        .map(
          ({ index, on }) => `relay ${index} of ${name} was ${on ? 'on' : 'off'} before the run; ${toAdd}`,
        ),
      ...before.jogDurations
        .filter((each) => !may(each))
        .map(
          ({ index, jogDuration }) =>
            `the jog duration of relay ${index} of ${name} was ${jogDuration} ms before the run; ${toAdd}`,
        ),
      ...(relays === undefined && baudRate !== undefined
        ? [`the baud rate of ${name} was ${baudRate} before the run; ${toAdd}`]
        : []),
    ],
  };
}

function unmanaged({ deviceId, listed, passwordEnv }: NonNullable<RestoreRecord['managed']>): string {
  const was = listed ? 'was listed' : 'was not listed';
  const variable = passwordEnv === undefined ? '' : ` (its password was in ${passwordEnv})`;
  return `${deviceId} ${was} before the run; it is not under management in the profile any more${variable}`;
}
