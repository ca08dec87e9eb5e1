// When everything of a check happened, laid out for a picture: a lane for each channel, a bar for each exchange.
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

/** Laid out in units of its own width. */
export interface TimelineModel {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly LaneModel[];
  readonly ticks: readonly { readonly x: number; readonly words: string }[];
  /** Where time is left out. */
  readonly folds: readonly { readonly x: number; readonly words: string }[];
}

export interface LaneModel {
  readonly name: string;
  readonly y: number;
  readonly height: number;
  readonly open?: { readonly x: number; readonly width: number };
  readonly marks: readonly MarkModel[];
  /** Marks for which there was no room. */
  readonly left: number;
}

export interface MarkModel {
  readonly x: number;
  readonly y: number;
  /** 0 for a moment. */
  readonly width: number;
  readonly label: string;
  readonly labelX: number;
  /** `blamed`: it broke the rule. */
  readonly tone: 'good' | 'refused' | 'broken' | 'event' | 'stimulus' | 'blamed';
  readonly tip: string;
}

// The timeline of a check, laid out: a lane for each channel, a bar for each exchange, a point for each event. What
// broke the rule is marked.

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

/** Undefined when nothing happened. */
export function timelineOf(check: CheckResult): TimelineModel | undefined {
  const lanes = reportLanes(check);
  const spans = lanes.flatMap((lane) => lane.marks);
  if (spans.length === 0) return undefined;
  const scale = createTimeScale(spans, LEFT, WIDTH - LEFT - RIGHT);
  const blamed = blamedIn(check);
  let y = AXIS;
  const laid = lanes.map((lane): LaneModel => {
    const { rows, marks, left } = layLane(lane, scale);
    const top = y;
    y += rows * ROW + LANE_GAP;
    return {
      name: laneName(lane.name),
      y: top,
      height: rows * ROW,
      ...(lane.open && { open: openOf(lane.open, scale) }),
      left,
      marks: marks.map(({ mark, row, x, width, label }) => ({
        x: round(x),
        y: top + row * ROW,
        width: mark.from === mark.to ? 0 : round(width),
        labelX: round(label),
        label: mark.label,
        tone: mark.exchange !== undefined && blamed.has(mark.exchange) ? 'blamed' : mark.tone,
        tip: mark.tip,
      })),
    };
  });
  return {
    width: WIDTH,
    height: y,
    lanes: laid,
    ticks: scale.stretches
      .flatMap((stretch) => ticksOf(stretch, scale))
      .map((at) => ({ x: round(scale.x(at)), words: `${at} ms` })),
    folds: scale.folds.map(({ x, hidden }) => ({ x: round(x), words: formatDuration(hidden) })),
  };
}

/** The last exchange of what breaks a rule is what broke it: those before it led up to it. */
function blamedIn({ findings }: CheckResult): ReadonlySet<number> {
  const against = findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return new Set(against.flatMap(({ exchanges }) => exchanges.slice(-1)));
}

function openOf(open: TimeSpan, scale: TimeScale): { readonly x: number; readonly width: number } {
  const [from, to] = [scale.x(open.from), scale.x(open.to)];
  return { x: round(from), width: round(Math.max(1, to - from)) };
}

const laneName = (name: string): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

interface Placed {
  readonly mark: Mark;
  readonly row: number;
  readonly x: number;
  readonly width: number;
  readonly label: number;
}

interface Laid {
  readonly rows: number;
  readonly marks: readonly Placed[];
  /** Marks for which there was no row. */
  readonly left: number;
}

/** Marks that would cover one another come to stand in different rows. */
function layLane(lane: Lane, scale: TimeScale): Laid {
  const ends: number[] = [];
  const placed = lane.marks
    .toSorted((a, b) => a.from - b.from)
    .map((mark): Placed => {
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
