// The lanes of the traffic with the time that they show: live, or scrolled back.
import { Segments } from '../../shared/parts.js';
import type { EntryTone, ShownTraffic } from './filter.js';
import { barOf, type LaneArea, type LaneMark, type TrafficLane, trafficLanes } from './lanes.js';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useResize } from '../../shared/in-sight.js';
import { durationWords, timeOfDay } from '../../shared/words.js';
import { useStore, useTicks } from '../store/store.js';

const SPANS = [10_000, 30_000, 120_000, 600_000];
/** The lanes of live traffic move so often, in ms. */
const STEP = 120;
const CALM_STEP = 1000;

export function Timeline(props: {
  readonly shown: ShownTraffic;
  readonly selected: number | undefined;
  readonly onSelect: (seq: number) => void;
}): JSX.Element {
  const { shown, selected, onSelect } = props;
  const { clock } = useStore();
  const span = useSignal(30_000);
  /** Ms before the present at which the axis ends; 0 follows it. */
  const back = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(900);
  useResize(box, ({ clientWidth }) => (width.value = clientWidth));
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const stands = shown.paused || clock.value?.paused === true;
  useTicks(stands ? undefined : isCalm ? CALM_STEP : STEP);
  const to = shown.now - back.value;
  const from = to - span.value;
  const first = shown.entries[0]?.at ?? from;
  const move = (parts: number): void => {
    if (!shown.paused) shown.pause();
    back.value = Math.max(0, Math.min(back.value + parts * span.value, Math.max(0, shown.now - first)));
  };
  const live = (): void => {
    back.value = 0;
    shown.resume();
  };
  const lanes = trafficLanes(shown.entries, { from, to, now: shown.now });
  return (
    <div class="panel timeline">
      <div class="row">
        <Segments
          label="How much time is shown"
          all={SPANS.map((each) => [each, durationWords(each)] as const)}
          value={span.value}
          onChange={(each) => (span.value = each)}
        />
        <div class="segments" role="group" aria-label="Which time is shown">
          <button type="button" onClick={() => move(0.5)} disabled={from <= first}>
            Earlier
          </button>
          <button type="button" onClick={() => move(-0.5)} disabled={back.value === 0}>
            Later
          </button>
          <button type="button" aria-pressed={!shown.paused} onClick={live}>
            Live
          </button>
        </div>
      </div>
      <div ref={box} class="lanes-box">
        <LanesView lanes={lanes} {...{ from, to, selected, onSelect }} width={width.value} />
      </div>
    </div>
  );
}

// The lanes on one axis of time. Marks of one tone are one path, so that thousands cost no more than a few.

interface LanesProps {
  readonly lanes: readonly TrafficLane[];
  readonly from: number;
  readonly to: number;
  /** In pixels. */
  readonly width: number;
  readonly selected: number | undefined;
  readonly onSelect: (seq: number) => void;
}

const HEAD = 20;
const LANE = 34;
const BAR = 14;
const NAME_WIDTH = 124;
/** How far from a mark a click still means it, in pixels. */
const NEAR = 8;

function LanesView({ lanes, from, to, width, selected, onSelect }: LanesProps): JSX.Element {
  const left = width < 560 ? 0 : NAME_WIDTH;
  const x = (at: number): number => left + ((at - from) / Math.max(1, to - from)) * (width - left);
  const height = HEAD + lanes.length * LANE;
  const click = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const lane = lanes[Math.floor((event.clientY - box.top - HEAD) / LANE)];
    const found = lane && nearest(lane.marks, event.clientX - box.left, { left, right: width, x });
    if (found) onSelect(found.seq);
  };
  return (
    <svg
      class="traffic-lanes"
      width={width}
      height={height}
      role="img"
      aria-label={`Lanes of the traffic: ${lanes.map(({ name, marks }) => `${name} ${marks.length}`).join(', ')}`}
      onClick={click}
    >
      <Axis from={from} to={to} x={x} height={height} width={width} />
      {lanes.map((lane, at) => (
        <Lane
          key={lane.name}
          lane={lane}
          top={HEAD + at * LANE}
          left={left}
          width={width}
          x={x}
          selected={selected}
        />
      ))}
    </svg>
  );
}

function nearest(marks: readonly LaneMark[], px: number, area: LaneArea): LaneMark | undefined {
  const away = (mark: LaneMark): number => {
    const { start, end } = barOf(mark, area);
    return Math.max(start - px, px - end, 0);
  };
  const [best] = marks.toSorted((a, b) => away(a) - away(b));
  return best && away(best) <= NEAR ? best : undefined;
}

/** What needs to be seen is drawn over what goes well. */
const TONES: readonly EntryTone[] = [
  'unknown',
  'good',
  'pending',
  'physical',
  'event',
  'refused',
  'broken',
  'fault',
];

interface LaneProps {
  readonly lane: TrafficLane;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly x: (at: number) => number;
  readonly selected: number | undefined;
}

function Lane({ lane, top, left, width, x, selected }: LaneProps): JSX.Element {
  const middle = top + LANE / 2 + (left === 0 ? 6 : 0);
  const area = { left, right: width, x };
  const paths = pathsOf(lane.marks, middle, area);
  const chosen = lane.marks.find(({ seq }) => seq === selected);
  const bar = chosen && barOf(chosen, area);
  return (
    <g>
      <line class="lane-line" x1={left} x2={width} y1={middle} y2={middle} />
      <text class="lane-name" x={left === 0 ? 2 : 0} y={left === 0 ? top + 9 : middle + 4}>
        {lane.name}
      </text>
      {TONES.map((tone) => {
        const path = paths.get(tone);
        return path !== undefined && <path key={tone} class={`bar-${tone}`} d={path} />;
      })}
      {bar && (
        <rect
          class="chosen"
          x={bar.start - 3}
          y={middle - BAR / 2 - 3}
          width={bar.end - bar.start + 6}
          height={BAR + 6}
          rx="4"
        />
      )}
    </g>
  );
}

/** One path for each tone; what would be drawn over the same pixels is drawn once. */
function pathsOf(marks: readonly LaneMark[], middle: number, area: LaneArea): Map<LaneMark['tone'], string> {
  const drawn = new Set<string>();
  const paths = new Map<LaneMark['tone'], string>();
  for (const mark of marks) {
    const { start, end } = barOf(mark, area);
    const key = `${mark.tone} ${start} ${end}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    const bar = `M${start} ${middle - BAR / 2}h${end - start}v${BAR}h${start - end}z`;
    paths.set(mark.tone, (paths.get(mark.tone) ?? '') + bar);
  }
  return paths;
}

const STEPS = [1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000];
const MOST_TICKS = 7;

function Axis(props: {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
  readonly x: (at: number) => number;
}): JSX.Element {
  const { from, to, x, height, width } = props;
  const most = width < 560 ? 3 : MOST_TICKS;
  const step = STEPS.find((each) => (to - from) / each <= most) ?? 600_000;
  const first = Math.ceil(from / step) * step;
  const ticks = Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  );
  return (
    <g class="axis">
      {ticks.map((at) => (
        <g key={at}>
          <line x1={x(at)} x2={x(at)} y1={HEAD - 4} y2={height} />
          <text x={x(at)} y="11" text-anchor={x(at) > width - 40 ? 'end' : 'middle'}>
            {timeOfDay(at, 0)}
          </text>
        </g>
      ))}
    </g>
  );
}
