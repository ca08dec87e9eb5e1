// What a device has shown in the last minutes: a row of values for each moment, for the chart. What the page has not
// seen itself is filled in from what the simulator tells.
import type { DevicePast, DeviceView } from '../../../simulator/control/replies.js';

export interface Series {
  readonly label: string;
  readonly kind: 'reading' | 'switch';
  readonly unit: string;
}

export interface DeviceHistory {
  /** @param at simulated time in ms. */
  note(device: DeviceView, at: number): void;
  /** Fills the time before the page looked at the device, and gaps; the rows are those of the device. */
  fill(past: DevicePast): void;
  readonly series: readonly Series[];
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** A row for each series, as long as `times`; null where nobody knows. */
  readonly values: readonly (readonly (number | null)[])[];
}

const MOST = 2400;
/** Moments that are closer together are one, in ms of the simulator. */
const CLOSEST = 40;
/** The page only guesses the simulator's time; one that is earlier by more is another life, in seconds. */
const BACK = 1;
/** Where the page itself has seen nothing for so long, there is a gap, in seconds. */
const GAP = 1.5;

export function createHistory(): DeviceHistory {
  let series: Series[] = [];
  let times: number[] = [];
  let values: (number | null)[][] = [];
  return {
    note: (device, at) => {
      const points = pointsOf(device);
      const isOther = points.length !== series.length || at / 1000 < (times.at(-1) ?? 0) - BACK;
      if (isOther) {
        series = points.map(({ label, kind, unit }) => ({ label, kind, unit }));
        times = [];
        values = points.map(() => []);
      }
      const last = times.at(-1);
      const isNear = last !== undefined && at - last * 1000 < CLOSEST;
      if (isNear) times.pop();
      times.push(isNear ? Math.max(last, at / 1000) : at / 1000);
      for (const [row, { value }] of points.entries()) {
        if (isNear) values[row]?.pop();
        values[row]?.push(value);
      }
      if (times.length <= MOST) return;
      times = times.slice(-MOST);
      values = values.map((row) => row.slice(-MOST));
    },
    fill: (past) => {
      if (past.values.length !== series.length) return;
      const own = times.map((time, at) => ({ time, of: values, at }));
      const other = past.times
        .map((ms, at) => ({ time: ms / 1000, of: past.values, at }))
        .filter(({ time }) => isGap(times, time));
      const all = [...own, ...other].toSorted((a, b) => a.time - b.time).slice(-MOST);
      times = all.map(({ time }) => time);
      values = series.map((_, row) => all.map(({ of, at }) => of[row]?.[at] ?? null));
    },
    get series() {
      return series;
    },
    get times() {
      return times;
    },
    get values() {
      return values;
    },
  };
}

/** Whether nothing was seen shortly before and shortly after; what is later than all that was seen is no gap. */
function isGap(times: readonly number[], time: number): boolean {
  const next = times.findIndex((each) => each >= time);
  if (next < 0) return false;
  const [before = -Infinity, after = Infinity] = [times[next - 1], times[next]];
  return after - before > GAP && time > before && time < after;
}

type Point = Series & { readonly value: number };

function pointsOf({ relays, digitalInputs, analogInputs, sensors }: DeviceView): Point[] {
  return [
    ...analogInputs.map(({ index, value, unit = '' }): Point => {
      return { label: `Analog ${index}`, kind: 'reading', unit, value };
    }),
    ...sensors.map(({ key, value, unit = '' }): Point => ({ label: key, kind: 'reading', unit, value })),
    ...relays.map(({ index, closed }): Point => {
      return { label: `Relay ${index}`, kind: 'switch', unit: '', value: Number(closed) };
    }),
    ...digitalInputs.map(({ index, contact }): Point => {
      return { label: `Input ${index}`, kind: 'switch', unit: '', value: Number(contact) };
    }),
  ];
}
