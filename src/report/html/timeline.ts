// When everything of a check happened, as a picture: a lane for each channel, a bar for each exchange, a point for each event.
import type { CheckResult } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import {
  createTimeScale,
  type Lane,
  type Mark,
  reportLanes,
  type TimeScale,
  type TimeSpan,
} from './lanes.js';
import { drawn, type PictureElement } from './picture.js';

const WIDTH = 1000;
const LEFT = 130;
const RIGHT = 20;
const ROW = 22;
const LANE_GAP = 8;
const AXIS = 34;
const LETTER = 6.3;
const LEAST_BAR = 5;
/** A burst of requests fills this many rows, and the table below has the rest. */
const MOST_ROWS = 12;

/** Undefined when nothing happened. What broke the rule is drawn apart. */
export function timelineOf(check: CheckResult): PictureElement | undefined {
  const lanes = reportLanes(check);
  const spans = lanes.flatMap((lane) => lane.marks);
  if (spans.length === 0) return undefined;
  const scale = createTimeScale(spans, LEFT, WIDTH - LEFT - RIGHT);
  const blamed = blamedIn(check);
  let height = AXIS;
  const bands = lanes.flatMap((lane) => {
    const laid = layLane(lane, scale);
    const top = height;
    height += laid.rows * ROW + LANE_GAP;
    return laneBand(lane, laid, { top, scale, blamed });
  });
  const label = `Timeline of ${check.id}: ${lanes.map(laneName).join(', ')}`;
  return drawn(
    'svg',
    { class: 'lanes', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label },
    ...scale.stretches
      .flatMap((stretch) => ticksOf(stretch, scale))
      .flatMap((at) => {
        const x = round(scale.x(at));
        return [
          drawn('line', { class: 'tick', x1: x, x2: x, y1: 20, y2: height }),
          words('time', x, 14, `${at} ms`),
        ];
      }),
    ...scale.folds.flatMap((fold) => {
      const x = round(fold.x);
      return [
        words('fold', x, 28, formatDuration(fold.hidden)),
        drawn('path', { class: 'fold', d: `M${x - 4} 32l4 6l-4 6l4 6V${height}` }),
      ];
    }),
    ...bands,
  );
}

interface LanePlace {
  readonly top: number;
  readonly scale: TimeScale;
  readonly blamed: ReadonlySet<number>;
}

function laneBand(
  lane: Lane,
  { rows, marks, left }: ReturnType<typeof layLane>,
  { top: y, scale, blamed }: LanePlace,
): PictureElement[] {
  const height = rows * ROW;
  const [from, to] = [scale.x(lane.open?.from ?? 0), scale.x(lane.open?.to ?? 0)];
  const open = { class: 'open', x: round(from), y, width: round(Math.max(1, to - from)), height };
  return [
    drawn('rect', { class: 'lane-band', x: LEFT, y, width: WIDTH - LEFT - RIGHT, height }),
    ...(lane.open ? [drawn('rect', open)] : []),
    words('lane', LEFT - 8, y + 15, laneName(lane)),
    ...marks.map((placed) => {
      const { exchange, tone } = placed.mark;
      return markOf(placed, y, exchange !== undefined && blamed.has(exchange) ? 'blamed' : tone);
    }),
    ...(left > 0 ? [words('more', LEFT + 6, y + height - 7, `and ${left} more`)] : []),
  ];
}

function markOf({ mark, row, label, ...placed }: Placed, top: number, tone: string): PictureElement {
  const x = round(placed.x);
  const y = top + row * ROW;
  const middle = y + ROW / 2;
  const shape =
    mark.from === mark.to
      ? drawn('path', { class: tone, d: `M${x} ${middle - 6}l6 6l-6 6l-6-6z` })
      : drawn('rect', { class: tone, x, y: y + 3, width: round(placed.width), height: ROW - 6, rx: 2 });
  const name = words(`label-${tone}`, round(label), y + 15, mark.label);
  return drawn('g', {}, drawn('title', {}, mark.tip), shape, name);
}

function words(style: string, x: number, y: number, said: string): PictureElement {
  return drawn('text', { class: style, x, y }, said);
}

/** The last exchange of what breaks a rule is what broke it: those before it led up to it. */
function blamedIn({ findings }: CheckResult): ReadonlySet<number> {
  const against = findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return new Set(against.flatMap(({ exchanges }) => exchanges.slice(-1)));
}

const laneName = ({ name }: Lane): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

type Placed = ReturnType<typeof layLane>['marks'][number];

/** Marks that would cover one another come to stand in different rows; how many are left for which there is none. */
function layLane(lane: Lane, scale: TimeScale) {
  const ends: number[] = [];
  const placed = lane.marks
    .toSorted((a, b) => a.from - b.from)
    .map((mark) => {
      const x = scale.x(mark.from);
      const width = Math.max(LEAST_BAR, scale.x(mark.to) - x);
      const label = labelX(x, width, mark);
      const from = Math.min(x, label);
      const free = ends.findIndex((taken) => taken <= from);
      const row = free < 0 ? ends.length : free;
      ends[row] = Math.max(x + width, label + textWidth(mark)) + 6;
      return { mark, row, x, width, label };
    });
  const marks = placed.filter(({ row }) => row < MOST_ROWS);
  const left = placed.length - marks.length;
  return { rows: Math.max(1, Math.min(ends.length, MOST_ROWS)) + (left > 0 ? 1 : 0), marks, left };
}

const textWidth = ({ label }: Mark): number => label.length * LETTER;

/** Inside the bar when there is room, else after it; before it at the right edge. */
function labelX(x: number, width: number, mark: Mark): number {
  const text = textWidth(mark);
  const isPoint = mark.from === mark.to;
  if (!isPoint && text + 8 <= width) return x + 4;
  const after = isPoint ? x + 9 : x + width + 3;
  return after + text <= WIDTH ? after : Math.max(LEFT, x - text - (isPoint ? 9 : 3));
}

/** Round times in a stretch, as many as there is room for. */
function ticksOf({ from, to }: TimeSpan, scale: TimeScale): number[] {
  const room = Math.max(1, Math.floor((scale.x(to) - scale.x(from)) / 90));
  const step = niceStep((to - from) / room);
  const first = Math.ceil(Math.max(0, from) / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => first + at * step);
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

const round = (x: number): number => Number(x.toFixed(1));
