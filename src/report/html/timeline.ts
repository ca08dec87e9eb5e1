// When everything of a check happened, as a picture: a lane for each channel, a bar for each exchange, a point for each event.
import type { CheckResult } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import { drawn, type PictureElement } from './picture.js';
import { type TraceRecord, writtenCode } from '../../trace/record.js';
import { answerLine, exchangesOf, requestLine, type ShownExchange } from '../exchanges.js';

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

// What a timeline shows, sorted into lanes: REST, each WebSocket connection, stimuli, and what a simulator saw.

/** How a mark is drawn: what went well, what was refused, what broke, and what merely happened. */
export type Tone = 'good' | 'refused' | 'broken' | 'event' | 'stimulus';

/** A bar when it has a length, a point when not. Times in ms from the start of the check. */
export interface Mark extends TimeSpan {
  readonly label: string;
  readonly tone: Tone;
  /** The whole story, for those who point at it. */
  readonly tip: string;
  /** Number of the exchange that it is. */
  readonly exchange?: number;
}

export interface Lane {
  readonly name: string;
  /** When the connection was open; undefined for lanes that always are. */
  readonly open?: TimeSpan;
  readonly marks: readonly Mark[];
}

export function reportLanes(check: CheckResult): Lane[] {
  const exchanges = exchangesOf(check);
  const end = Math.round(check.endedAt - check.startedAt);
  const rest = exchanges
    .filter(({ request }) => request.channel === 'rest')
    .map((each) => exchangeMark(each, end));
  const stimuli = check.trace.flatMap((record) => otherMark(record, check.startedAt));
  return [
    ...(rest.length === 0 ? [] : [{ name: 'REST', marks: rest }]),
    ...connectionNames(check.trace).map((name) => connectionLane(name, check, exchanges, end)),
    ...(stimuli.length === 0 ? [] : [{ name: 'stimuli', marks: stimuli }]),
  ];
}

/** An event that a service has published; its record says to which connections. */
const PUBLISHED = '*';
/** An upgrade that was refused has no connection, in the journal of a simulator. */
const NO_CONNECTION = 'none';

function connectionNames(trace: readonly TraceRecord[]): string[] {
  const names = trace.flatMap((record) => {
    const to = record.kind === 'event' ? (record.to ?? []) : [];
    return 'connection' in record && record.connection !== undefined ? [record.connection, ...to] : to;
  });
  return [...new Set(names)].filter((name) => name !== PUBLISHED);
}

function connectionLane(
  name: string,
  check: CheckResult,
  exchanges: readonly ShownExchange[],
  end: number,
): Lane {
  const own = exchanges.filter(({ request }) => request.channel === 'ws' && request.connection === name);
  const events = check.trace.flatMap((record): Mark[] => {
    if (!isOn(record, name)) return [];
    const at = Math.round(record.at - check.startedAt);
    if (record.kind === 'event') {
      const tip = `event ${record.topic} ${record.deviceId ?? ''}`.trimEnd();
      return [{ from: at, to: at, label: shortTopic(record.topic), tone: 'event', tip }];
    }
    if (record.kind === 'stray')
      return [{ from: at, to: at, label: 'stray', tone: 'broken', tip: record.detail }];
    if (record.kind !== 'connection' || record.state === 'opening') return [];
    const tip = [
      record.state,
      record.status ?? record.closeCode,
      record.by && `by the ${record.by}`,
      record.detail,
    ];
    const tone = record.state === 'refused' ? 'refused' : 'event';
    return [{ from: at, to: at, label: record.state, tone, tip: tip.filter(Boolean).join(' ') }];
  });
  const open = openSpan(name, check, end);
  const marks = [...own.map((each) => exchangeMark(each, end)), ...events];
  const shown = name === NO_CONNECTION ? 'WebSocket refused' : `WebSocket ${name}`;
  return { name: shown, marks, ...(open === undefined ? {} : { open }) };
}

function isOn(record: TraceRecord, name: string): boolean {
  if (record.kind === 'event' && record.to?.includes(name)) return true;
  return 'connection' in record && record.connection === name;
}

function openSpan(name: string, check: CheckResult, end: number): TimeSpan | undefined {
  const states = check.trace
    .filter((each) => each.kind === 'connection')
    .filter((each) => each.connection === name);
  const opened = states.find(({ state }) => state === 'open');
  if (!opened) return undefined;
  const closed = states.find(({ state }) => state === 'closed');
  return { from: opened.at - check.startedAt, to: closed ? closed.at - check.startedAt : end };
}

function exchangeMark(exchange: ShownExchange, end: number): Mark {
  const code = exchange.end?.kind === 'reply' ? exchange.end.code : undefined;
  const answered = exchange.end?.kind === 'reply';
  const tone = code === 'SUCCESS' ? 'good' : answered ? 'refused' : 'broken';
  const written = exchange.end?.kind === 'reply' ? writtenCode(exchange.end) : undefined;
  const outcome = code === 'SUCCESS' ? '' : ` ${written ?? (answered ? 'no code' : 'no answer')}`;
  return {
    from: exchange.from,
    to: exchange.to ?? end,
    label: `${exchange.id} ${shortTopic(exchange.request.what)}${outcome}`,
    tone,
    exchange: exchange.id,
    tip: `${exchange.id}: ${requestLine(exchange)}, ${answerLine(exchange)}, ${exchange.from} to ${exchange.to ?? '?'} ms`,
  };
}

function otherMark(record: TraceRecord, start: number): Mark[] {
  const at = Math.round(record.at - start);
  const point = (label: string, tip: string): Mark[] => [{ from: at, to: at, label, tone: 'stimulus', tip }];
  switch (record.kind) {
    case 'stimulus':
      return point(
        record.name,
        `${record.name} ${record.deviceId ?? ''}: ${record.outcome} ${record.detail ?? ''}`,
      );
    case 'physical':
      return point(record.act, `${record.deviceId}: ${record.act}`);
    case 'fault':
      return point(record.type, `fault ${record.fault}: ${record.effect}, because ${record.cause}`);
    default:
      return [];
  }
}

/** `device.state.changed` -> `state.changed`: nearly every topic speaks of a device. */
const shortTopic = (topic: string): string => topic.replace(/^device\./, '');

// Where on a timeline a moment is drawn. Times in which nothing happens are folded, or a wait of three
// seconds would leave no room for the requests around it.

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export type TimeScale = ReturnType<typeof createTimeScale>;

/** What a folded stretch of nothing takes. */
const FOLD_WIDTH = 36;
/** Nothing shorter than this is worth a fold, whatever the rest of the timeline looks like. */
const LEAST_FOLD = 200;
/** Around what happens, as a share of all that happens. */
const MARGIN = 0.06;

export function createTimeScale(spans: readonly TimeSpan[], left: number, width: number) {
  const stretches = busyStretches(spans);
  const folded = (stretches.length - 1) * FOLD_WIDTH;
  const busy = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const perMs = busy === 0 ? 0 : Math.max(width - folded, width / 4) / busy;
  const starts: number[] = [];
  let x = left;
  for (const { from, to } of stretches) {
    starts.push(x);
    x += (to - from) * perMs + FOLD_WIDTH;
  }
  return {
    /** The place of a moment. */
    x: (at: number): number => {
      const index = Math.max(
        0,
        stretches.findLastIndex(({ from }) => from <= at),
      );
      const stretch = stretches[index];
      if (!stretch) return left;
      return (
        (starts[index] ?? left) + (Math.min(Math.max(at, stretch.from), stretch.to) - stretch.from) * perMs
      );
    },
    /** Where each is drawn, and how much time it hides. */
    folds: stretches.slice(1).map(({ from }, index) => {
      const before = stretches[index]?.to ?? from;
      return { x: (starts[index + 1] ?? left) - FOLD_WIDTH / 2, hidden: from - before };
    }),
    /** Busy stretches, as times. */
    stretches,
  };
}

function busyStretches(spans: readonly TimeSpan[]): TimeSpan[] {
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  const first = sorted[0];
  if (!first) return [];
  const busy = sorted.reduce((sum, { from, to }) => sum + to - from, 0);
  const margin = Math.max(busy * MARGIN, 2);
  const least = Math.max(busy / 4, LEAST_FOLD);
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = stretches.at(-1);
    if (last && from - margin - last.to < least) last.to = Math.max(last.to, to + margin);
    else stretches.push({ from: from - margin, to: to + margin });
  }
  return stretches;
}
