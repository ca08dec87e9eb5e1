// The last minutes of a device for its chart: readings are functions of time and are computed anew; what was set and
// what has switched stands in the journal.
import { isObject } from '../../../kernel/json.js';
import type { PastReadings, SimulatedDevice } from '../../device/device.js';
import { PAGE_LIMITS } from '../../limits/limits.js';
import type { JournalRecord } from '../journal/entry.js';
import type { Journal } from '../journal/journal.js';

/** A reading has another value from this time on; undefined where it shows a signal. */
interface Setting {
  readonly at: number;
  readonly value: number | undefined;
}

/** What the journal tells of a device, by channel, oldest first. */
interface Told {
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
  /** When a contact went the other way. */
  readonly flips: ReadonlyMap<string, readonly number[]>;
  /** Nobody was told of inputs while the device was away: before this, nothing is known of them. */
  readonly inputsFrom: number;
}

/** What its channels have shown, as far as signals and the journal tell. */
export type DevicePast = ReturnType<typeof pastOf>;

/** @param now clock time in ms. */
export function pastOf(device: SimulatedDevice, journal: Pick<Journal, 'records' | 'dropped'>, now: number) {
  const { records, from } = sinceReset(journal, now);
  const begun = records[0]?.at ?? now;
  const told = toldOf(records.filter((each) => 'deviceId' in each && each.deviceId === device.deviceId));
  // Before the first record, only what shows a signal was there already.
  const moments = timesOf(told, from, now)
    .map((time) => ({ time, read: device.pastReadings(time) }))
    .filter(({ time, read }) => time >= begun || hasValue(read));
  const times = moments.map(({ time }) => time);
  const reading = (kind: 'analogInputs' | 'sensors', name: string | number, row: number) =>
    settled(told.settings.get(`${kind} ${name}`) ?? [], times).map(
      (value, at) => value ?? moments[at]?.read[kind][row] ?? null,
    );
  const contact = (kind: string, index: number, isOn: boolean) =>
    flipped(told.flips.get(`${kind} ${index}`) ?? [], isOn, times);
  const { analogInputs, sensors } = device.channels;
  const numbers = Array.from({ length: analogInputs }, (_, at) => at + 1);
  return {
    /** Clock times in ms, ascending. */
    times: times as readonly number[],
    /**
     * A row for each channel, as long as `times`: analog inputs, sensors, relays (1 for a closed contact), digital inputs;
     * each kind in the order of the device. Null where nobody knows.
     */
    values: [
      ...numbers.map((index, row) => reading('analogInputs', index, row)),
      ...sensors.map((key, row) => reading('sensors', key, row)),
      ...device.physical().relays.map(({ index, closed }) => contact('relay', index, closed)),
      ...device
        .peripherals()
        .digitalInputs.map(({ index, active }) =>
          contact('digitalInput', index, active).map((value, at) =>
            (times[at] ?? 0) < told.inputsFrom ? null : value,
          ),
        ),
    ] as readonly (readonly (number | null)[])[],
  };
}

const hasValue = ({ analogInputs, sensors }: PastReadings): boolean =>
  [...analogInputs, ...sensors].some((value) => value !== undefined);

/** The records that tell of the time since `from`: of this life, and as far as the journal goes back. */
function sinceReset(
  journal: Pick<Journal, 'records' | 'dropped'>,
  now: number,
): { readonly records: readonly JournalRecord[]; readonly from: number } {
  const all = journal.records({ kinds: ['stimulus', 'physical', 'event'] });
  const begun = all.findLastIndex(
    (each) => each.kind === 'stimulus' && (each.name === 'reset' || each.name === 'restore'),
  );
  const cut = begun >= 0 ? all[begun]?.at : journal.dropped > 0 ? all[0]?.at : undefined;
  return { records: all.slice(begun + 1), from: Math.max(now - PAGE_LIMITS.past, cut ?? 0) };
}

/** What a stimulus sets or drives. */
const READINGS: Readonly<Record<string, string>> = {
  'set-analog': 'analogInputs',
  'drive-analog': 'analogInputs',
  'set-sensor': 'sensors',
  'drive-sensor': 'sensors',
};

function toldOf(records: readonly JournalRecord[]): Told {
  const settings = new Map<string, Setting[]>();
  const flips = new Map<string, number[]>();
  let inputsFrom = 0;
  for (const record of records) {
    const { at } = record;
    if (record.kind === 'physical' && record.act === 'relay' && isObject(record.detail))
      put(flips, `relay ${String(record.detail['index'])}`, at);
    else if (record.kind === 'event' && record.connection === '*') {
      if (record.topic !== 'device.state.changed' && record.topic !== 'device.rs485.received')
        inputsFrom = at;
      for (const channel of inputsIn(record.data)) put(flips, channel, at);
    } else if (record.kind === 'stimulus' && record.outcome === 'applied' && isObject(record.parameters)) {
      const { index, key, value } = record.parameters;
      const kind = READINGS[record.name];
      const setting = { at, value: typeof value === 'number' ? value : undefined };
      if (kind !== undefined) put(settings, `${kind} ${String(index ?? key)}`, setting);
    }
  }
  return { settings, flips, inputsFrom };
}

function inputsIn(data: unknown): string[] {
  const changes = isObject(data) && Array.isArray(data['changes']) ? data['changes'].filter(isObject) : [];
  return changes.flatMap(({ kind, index }) =>
    kind === 'digitalInput' ? [`digitalInput ${String(index)}`] : [],
  );
}

function put<T>(lists: Map<string, T[]>, channel: string, item: T): void {
  const list = lists.get(channel);
  if (list) list.push(item);
  else lists.set(channel, [item]);
}

/** Evenly, and just before and at each change; the latest changes where there are too many. Whole ms, ascending. */
function timesOf({ settings, flips }: Told, from: number, now: number): number[] {
  const half = PAGE_LIMITS.maxPast / 2;
  const step = (now - from) / half;
  const even = Array.from({ length: half }, (_, at) => Math.round(now - step * (half - 1 - at)));
  const changed = [...settings.values()]
    .flatMap((list) => list.map(({ at }) => at))
    .concat(...flips.values())
    .filter((at) => at > from && at <= now)
    .toSorted((a, b) => a - b)
    .slice(-half / 2)
    .flatMap((at) => [at - 1, at]);
  return [...new Set([...even, ...changed])].toSorted((a, b) => a - b);
}

/** What was set at each of the times; undefined before the first setting, and where a signal was shown. */
function settled(settings: readonly Setting[], times: readonly number[]): (number | undefined)[] {
  let next = 0;
  return times.map((time) => {
    while ((settings[next]?.at ?? Infinity) <= time) next++;
    return settings[next - 1]?.value;
  });
}

/** The ways of a contact at each of the times, told backwards from the way it has now. */
function flipped(flips: readonly number[], isOn: boolean, times: readonly number[]): number[] {
  let on = isOn;
  let last = flips.length - 1;
  return times
    .toReversed()
    .map((time) => {
      for (; (flips[last] ?? -Infinity) > time; last--) on = !on;
      return Number(on);
    })
    .toReversed();
}
