// One check as the HTML report shows it: what was found, when everything happened, and every exchange in words. Of what
// passed only the verdict is kept: nobody looks for the trace of it here.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import {
  answerLine,
  boundedTrace,
  exchangesOf,
  gist,
  receivedPart,
  requestLine,
  senderOf,
  sentPart,
} from '../exchanges.js';
import { nameWords } from '../result-words.js';
import { curlLine, repeatCommand, type ReportContext } from '../shell.js';
import {
  createTimeScale,
  type Lane,
  type Mark,
  reportLanes,
  type TimeScale,
  type TimeSpan,
} from './lanes.js';
import type { CheckModel, ExchangeModel, FindingModel, LaneModel, TimelineModel } from './report-model.js';

/** In characters of JSON. */
const BODY_LENGTH = 600;
/** More say nothing new. */
const MOST_FINDINGS = 100;

/** @param room for the trace, in characters of JSON. */
export function checkModel(
  check: CheckResult,
  seed: number,
  context: ReportContext,
  room: number,
): CheckModel {
  const { id, area, title, about, verdict, reason, rules, place, attempts, program } = check;
  const names = nameWords(check);
  return {
    id,
    area,
    title,
    ...(about !== undefined && isWorthShowing(check) && { about }),
    ...(names !== undefined && isWorthShowing(check) && { names }),
    verdict,
    ...(reason !== undefined && { reason }),
    rules,
    ...(place && { place: `${place.file}:${place.line}` }),
    attempts,
    took: verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt),
    findings: worstFirst(check),
    ...(isWorthShowing(check) && tracePart(check, context, room)),
    ...(program && {
      program: {
        index: program.index,
        operations: program.operations,
        steps: program.steps.map((step) => step.trim()),
        yaml: program.yaml,
      },
    }),
    repeat: isWorthShowing(check) ? repeatCommand([check], seed, context) : '',
  };
}

const isWorthShowing = ({ verdict }: CheckResult): boolean => verdict !== 'pass' && verdict !== 'skipped';

const ORDER: readonly Finding['verdict'][] = ['fail', 'warn', 'waived', 'known', 'inconclusive'];

function worstFirst({ findings }: CheckResult): FindingModel[] {
  return ORDER.flatMap((kind) => findings.filter(({ verdict }) => verdict === kind)).slice(0, MOST_FINDINGS);
}

function tracePart(
  check: CheckResult,
  context: ReportContext,
  room: number,
): Pick<CheckModel, 'timeline' | 'exchanges' | 'leftOut'> {
  const { records, leftOut } = boundedTrace(check, room);
  const shown = { ...check, trace: records };
  const timeline = timelineOf(shown);
  const exchanges = exchangesOf(shown).map((exchange): ExchangeModel => {
    const { id, from, to, request, end } = exchange;
    const curl = curlLine(request, context);
    return {
      id,
      from,
      ...(to !== undefined && { to }),
      sender: senderOf(exchange),
      request: requestLine(exchange),
      sent: gist(sentPart(exchange), BODY_LENGTH),
      answer: answerLine(exchange),
      received: gist(receivedPart(exchange), BODY_LENGTH),
      mismatches: end?.kind === 'reply' ? (end.mismatches ?? []) : [],
      ...(curl !== undefined && { curl }),
    };
  });
  return { ...(timeline && { timeline }), exchanges, ...(leftOut > 0 && { leftOut }) };
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
function timelineOf(check: CheckResult): TimelineModel | undefined {
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
