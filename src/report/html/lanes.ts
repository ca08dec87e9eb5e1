// What a timeline shows, sorted into lanes: REST, each WebSocket connection, stimuli, and what a simulator saw.
import { type TraceRecord, writtenCode } from '../../trace/record.js';
import type { CheckResult } from '../../harness/verdict/verdict.js';
import { answerLine, exchangesOf, requestLine, type ShownExchange } from '../exchanges.js';

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
