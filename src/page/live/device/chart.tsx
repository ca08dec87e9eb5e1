// The last minutes of a device as curves: what its channels have shown since the page looks at it.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { timeOfDay } from '../../shared/words.js';
import type { DeviceHistory, Series } from './history.js';

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
        <div class="segments" role="group" aria-label="What the chart shows">
          {hasReadings && <Segment label="Readings" value="reading" kind={kind} />}
          <Segment label="Relays and inputs" value="switch" kind={kind} />
        </div>
      </div>
      <Plot key={shown} history={history} kind={shown} edition={edition} />
    </section>
  );
}

function Segment(props: {
  readonly label: string;
  readonly value: Series['kind'];
  readonly kind: { value: Series['kind'] };
}): JSX.Element {
  const { label, value, kind } = props;
  return (
    <button type="button" aria-pressed={kind.value === value} onClick={() => Object.assign(kind, { value })}>
      {label}
    </button>
  );
}

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

function optionsFor(element: HTMLElement, series: readonly Series[], kind: Series['kind']): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
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
