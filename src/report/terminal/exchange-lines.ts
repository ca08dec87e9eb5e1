// The witness of a finding in at most ten lines, and how to send it by hand where it is one request.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { cut, exchangesOf } from '../exchanges.js';
import type { Paint } from '../layout.js';
import { type SequenceLine, sequenceOf } from '../sequence.js';
import { curlLine, type RepeatContext } from '../shell.js';

// What the sections of the report are made from.

/** How much is told: with `quiet` the result and what is wrong, with `verbose` every check and every reason. */
export type Detail = 'quiet' | 'usual' | 'verbose';

export interface TerminalOptions {
  readonly detail?: Detail;
  readonly paint?: Paint;
  /** Columns of the terminal. */
  readonly width?: number;
}

/** What the sections are made from. */
export interface TerminalView extends Required<TerminalOptions> {
  readonly context: RepeatContext;
}

/** Never begun, though nothing was in its way but the end of the run. */
export function isBlank({ verdict, attempts }: CheckResult): boolean {
  return verdict === 'inconclusive' && attempts === 0;
}

// The witness of a finding, with times in ms from its first record.

/** With the line above them and the one about what did not come. */
const MOST_LINES = 10;
const AT_THE_END = 5;
const TIME_WIDTH = 8;
const LEAST_ROOM = 40;

/** @param room columns. */
export function sequenceLines(
  check: CheckResult,
  finding: Finding,
  room: number,
  { paint }: Pick<TerminalView, 'paint'>,
): string[] {
  const sequence = sequenceOf(check, finding);
  if (!sequence) return [];
  const { extent, lines, silence } = sequence;
  const most = MOST_LINES - (silence === undefined ? 1 : 2);
  const isRoomy = lines.length * 2 <= most;
  const left = lines.length - most;
  const shown = left > 0 ? [...lines.slice(0, most - AT_THE_END - 1), ...lines.slice(-AT_THE_END)] : lines;
  const width = Math.max(...lines.map(({ who }) => who.length));
  const columns = Math.max(LEAST_ROOM, room) - TIME_WIDTH - 2;
  const texts = shown.flatMap((line) => (isRoomy ? inTwo : inOne)(line, width, columns, paint));
  if (left > 0) texts.splice(most - AT_THE_END - 1, 0, atTime('', `… ${left + 1} more`));
  return [
    `${extent}; in ms from the first`,
    ...texts,
    ...(silence === undefined ? [] : [atTime('', silence)]),
  ];
}

const atTime = (at: number | string, text: string): string => `${String(at).padStart(TIME_WIDTH)}  ${text}`;

/** What was sent, and below it what came. */
function inTwo(
  { at, to, who, did, answer, fields = '', isBlamed }: SequenceLine,
  width: number,
  columns: number,
  paint: Paint,
): string[] {
  const brush = isBlamed ? paint.heading : (text: string) => text;
  const came = `${' '.repeat(width)}  ${answer ?? ''} ${fields}`.trimEnd();
  return [
    atTime(at, brush(cut(`${who.padEnd(width)}  ${did}`, columns))),
    ...(answer === undefined ? [] : [atTime(to ?? '?', brush(cut(came, columns)))]),
  ];
}

function inOne(
  { at, to, who, did, answer, fields = '', isBlamed }: SequenceLine,
  width: number,
  columns: number,
  paint: Paint,
): string[] {
  const came = answer === undefined ? '' : ` -> ${answer}${to === undefined ? '' : ` at ${to}`}`;
  const head = `${who.padEnd(width)}  `;
  // What came is the point, and fields of it come last.
  const asked = cut(did, Math.max(LEAST_ASKED, columns - head.length - came.length));
  const text = cut(`${head}${asked}${came} ${fields}`.trimEnd(), columns);
  return [atTime(at, isBlamed ? paint.heading(text) : text)];
}

const LEAST_ASKED = 12;

/** A longer line is for no terminal: it stands in the other reports. */
const LONGEST_CURL = 1000;

/** How to send the one request that a witness is; empty where it takes more. */
export function byHand(check: CheckResult, { witness }: Finding, { context }: TerminalView): string[] {
  const exchanges = witness ? exchangesOf({ ...check, trace: witness.records }) : [];
  const [only] = exchanges;
  const isAll = exchanges.length === 1 && witness?.records.length === 2;
  const curl = only && isAll ? curlLine(only.request, context) : undefined;
  if (curl === undefined || curl.length > LONGEST_CURL) return [];
  return [...(context.beforeCurl === undefined ? [] : [`# ${context.beforeCurl}`]), curl];
}
