// What a device has shown since the page looks at it: a row of values for each moment, for the chart.
import type { DeviceView } from '../../../simulator/control/replies.js';

export interface Series {
  readonly label: string;
  readonly kind: 'reading' | 'switch';
  readonly unit: string;
}

export interface History {
  /** @param at simulated time in ms. */
  note(device: DeviceView, at: number): void;
  readonly series: readonly Series[];
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** A row for each series, as long as `times`. */
  readonly values: readonly (readonly number[])[];
}

const MOST = 1200;
/** Moments that are closer together are one, in ms of the simulator. */
const CLOSEST = 40;

export function createHistory(): History {
  let series: Series[] = [];
  let times: number[] = [];
  let values: number[][] = [];
  return {
    note: (device, at) => {
      const points = pointsOf(device);
      const isOther = points.length !== series.length || at / 1000 < (times.at(-1) ?? 0);
      if (isOther) {
        series = points.map(({ label, kind, unit }) => ({ label, kind, unit }));
        times = [];
        values = points.map(() => []);
      }
      const last = times.at(-1);
      const isNear = last !== undefined && at - last * 1000 < CLOSEST;
      if (isNear) times.pop();
      times.push(at / 1000);
      for (const [row, { value }] of points.entries()) {
        if (isNear) values[row]?.pop();
        values[row]?.push(value);
      }
      if (times.length <= MOST) return;
      times = times.slice(-MOST);
      values = values.map((row) => row.slice(-MOST));
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
