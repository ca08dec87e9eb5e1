// The last minutes of a device as curves: what its channels have shown. What the page has not seen itself is filled in from
// what the simulator tells.
import { Segments } from '../../shared/parts.js';
import type { DevicePast, DeviceView } from '../../../simulator/control/replies.js';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { timeOfDay } from '../../shared/words.js';
import UPlot from 'uplot';

// What a device has shown in the last minutes: a row of values for each moment, for the chart. What the page has not
// seen itself is filled in from what the simulator tells.

interface Series {
  readonly label: string;
  readonly kind: 'reading' | 'switch';
  readonly unit: string;
}

const MOST = 2400;
/** Moments that are closer together are one, in ms of the simulator. */
const CLOSEST = 40;
/** The page only guesses the simulator's time; one that is earlier by more is another life, in seconds. */
const BACK = 1;
/** Where the page itself has seen nothing for so long, there is a gap, in seconds. */
const GAP = 1.5;

export type DeviceHistory = ReturnType<typeof createHistory>;

export function createHistory() {
  let series: Series[] = [];
  let times: number[] = [];
  let values: (number | null)[][] = [];
  return {
    /** @param at simulated time in ms. */
    note: (device: DeviceView, at: number): void => {
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
    /** Fills the time before the page looked at the device, and gaps; the rows are those of the device. */
    fill: (past: DevicePast): void => {
      if (past.values.length !== series.length) return;
      const own = times.map((time, at) => ({ time, of: values, at }));
      const other = past.times
        .map((ms, at) => ({ time: ms / 1000, of: past.values, at }))
        .filter(({ time }) => isGap(times, time));
      const all = [...own, ...other].toSorted((a, b) => a.time - b.time).slice(-MOST);
      times = all.map(({ time }) => time);
      values = series.map((_, row) => all.map(({ of, at }) => of[row]?.[at] ?? null));
    },
    get series(): readonly Series[] {
      return series;
    },
    /** Seconds since 1970, ascending. */
    get times(): readonly number[] {
      return times;
    },
    /** A row for each series, as long as `times`; null where nobody knows. */
    get values(): readonly (readonly (number | null)[])[] {
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

const HEIGHT = 190;
const COLOURS = ['--blue', '--violet', '--teal', '--amber', '--rose', '--green', '--slate', '--brown'];

export function Chart(props: { readonly history: DeviceHistory; readonly edition: number }): JSX.Element {
  const kind = useSignal<Series['kind']>('reading');
  const { history, edition } = props;
  const hasReadings = history.series.some((each) => each.kind === 'reading');
  const shown = hasReadings ? kind.value : 'switch';
  return (
    <section class="panel" aria-labelledby="chart-title">
      <div class="row">
        <h2 id="chart-title">The last minutes</h2>
        <Segments
          label="What the chart shows"
          all={hasReadings ? SHOWN : SHOWN.slice(1)}
          value={kind.value}
          onChange={(value) => (kind.value = value)}
        />
      </div>
      <Plot key={shown} history={history} kind={shown} edition={edition} />
    </section>
  );
}

const SHOWN = [
  ['reading', 'Readings'],
  ['switch', 'Relays and inputs'],
] as const;

interface PlotProps {
  readonly history: DeviceHistory;
  readonly kind: Series['kind'];
  readonly edition: number;
}

function Plot({ history, kind, edition }: PlotProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  const rows = history.series.flatMap((series, row) => (series.kind === kind ? [{ series, row }] : []));
  const names = rows.map(({ series }) => series.label).join();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const made = new UPlot(
      optionsFor(
        element,
        rows.map(({ series }) => series),
        kind,
      ),
      [[]],
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [names, kind]);
  useEffect(() => {
    const steps = kind === 'switch';
    // Switches stand above each other, so that each can be seen.
    const lines = rows.map(({ row }, at) =>
      (history.values[row] ?? []).map((value) =>
        steps && value !== null ? value * 0.7 + (rows.length - 1 - at) : value,
      ),
    );
    plot.current?.setData([[...history.times], ...lines]);
  }, [edition, names, kind]);
  const latest = rows.map(({ series, row }) => {
    const value = history.values[row]?.at(-1);
    const words = kind === 'switch' ? (value === 1 ? 'closed' : 'open') : `${value ?? ''} ${series.unit}`;
    return `${series.label} ${words}`;
  });
  return (
    <>
      <div
        class="plot"
        ref={box}
        role="img"
        aria-label={`Curves from ${timeOfDay((history.times[0] ?? 0) * 1000, 0)} on; the latest values: ${latest.join(', ')}`}
      />
      <ul class="legend">
        {rows.map(({ series }, at) => (
          <li key={series.label}>
            <i class={`swatch c${at % COLOURS.length}`} aria-hidden="true" />
            {series.label}
            {series.unit !== '' && <span class="quiet"> {series.unit}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a canvas can draw with: a property that has a colour for light and one for dark is not resolved by itself. */
function colourOf(element: HTMLElement, property: string): string {
  const { style } = element;
  style.color = `var(${property})`;
  const { color } = getComputedStyle(element);
  style.color = '';
  return color;
}

function optionsFor(element: HTMLElement, series: readonly Series[], kind: Series['kind']): UPlot.Options {
  const colour = (name: string): string => colourOf(element, name);
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { size: 5 } },
    scales: { y: kind === 'switch' ? { range: [-0.2, series.length] } : {} },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((at) => timeOfDay(at * 1000, 0)), space: 80 },
      kind === 'switch' ? { ...axis, show: false } : { ...axis, size: 44 },
    ],
    series: [
      {},
      ...series.map(({ label }, at) => ({
        label,
        stroke: colour(COLOURS[at % COLOURS.length] ?? '--blue'),
        width: 1.75,
        points: { show: false },
        ...(kind === 'switch' && stepped ? { paths: stepped } : {}),
      })),
    ],
  };
}
