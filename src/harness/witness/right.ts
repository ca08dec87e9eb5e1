// What would have been right, in one sentence with the numbers of the witness.
import { SUCCESS } from '../../contract/error-codes.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { touchesOf, waitOf } from '../../contract/operations.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import { gapBetween } from '../../kernel/interval.js';
import type { TraceRecord } from '../../trace/record.js';
import { commandIn } from '../target/command-in.js';
import { announcedWait, isRefresh } from '../judge/sightings.js';
import { type AnsweredCall, answerWords, type TraceView, viewTrace } from '../judge/trace-view.js';
import type { Finding } from '../verdict/verdict.js';

interface Seen {
  readonly finding: Finding;
  readonly view: TraceView;
  /** The reply that broke the rule, as far as one did. */
  readonly last: AnsweredCall | undefined;
}

/** Undefined where the witness lacks what the sentence is about. */
type Sentence = (seen: Seen) => string | undefined;

/** @param records of the witness. */
export function rightWords(finding: Finding, records: readonly TraceRecord[]): string {
  const view = viewTrace(records);
  const last = view.answered.findLast(({ id }) => finding.exchanges.includes(id)) ?? view.answered.at(-1);
  const seen = { finding, view, last };
  const { silence } = finding;
  return SENTENCES[finding.rule]?.(seen) ?? (silence && awaited(seen)) ?? usual(seen);
}

const number = new Intl.NumberFormat('en-US');
const ms = (time: number): string => `${number.format(Math.round(time))} ms`;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Of a reply that has more than one wrong place, or right ones beside it, only the wrong ones. */
function usual({ finding: { expected, actual, paths = [] } }: Seen): string {
  const places = paths
    .filter(({ path }) => path !== '')
    .map(({ path, expected: wanted }) => `${path} ${wanted}`);
  return `Right would have been ${places.join(', ') || expected}; what was seen: ${actual}.`;
}

function awaited({ finding }: Seen): string | undefined {
  const { silence } = finding;
  if (!silence) return undefined;
  const { awaited: what, from, to, on, instead } = silence;
  const came = instead === undefined ? '' : ` The nearest that came has ${instead}.`;
  return `${capital(what)} is due on ${on.join(' and ')}; in the ${ms(to - from)} that were listened to, it did not come.${came}`;
}

// Refreshes.

const tooSoon: Sentence = ({ view }) => {
  const granted = view.answered.filter((each) => isRefresh(each) && each.reply.code === SUCCESS);
  const [first, second] = granted.toSorted((a, b) => a.span.to - b.span.to).slice(-2);
  if (!first || !second || first.request.deviceId !== second.request.deviceId) return undefined;
  const { most } = gapBetween(first.span, second.span);
  if (most >= REFRESH_MIN_INTERVAL) return undefined;
  const since =
    first.request.client === second.request.client ? 'the last one' : 'the last one of any client';
  return `A refresh of a device is legal from ${ms(REFRESH_MIN_INTERVAL)} after ${since}; this one came after at most ${ms(most)} and was granted.`;
};

const announced: Sentence = ({ view, last }) => {
  const first = view.answered.find((each) => each.reply.code === 'RATE_LIMITED' && each !== last);
  const wait = first && announcedWait(first);
  if (!first || !last || wait === undefined || last.span.from < first.span.to) return undefined;
  const later = ms(last.span.from - first.span.to);
  const more = announcedWait(last);
  const still = more === undefined ? answerWords(last) : `${answerWords(last)}, to wait ${ms(more)} more`;
  return `The first refusal announced ${ms(wait)}, and a refusal puts nothing off; the refresh ${later} after it got ${still}.`;
};

const notOfDevice: Sentence = ({ last }) =>
  last &&
  `Nothing had refreshed ${last.request.deviceId ?? 'the device'} before, so its refresh is legal at once; it got ${answerWords(last)}.`;

// Keys and commands.

function commandOf({ reply }: AnsweredCall): string {
  const { commandId } = commandIn(reply.data) ?? {};
  return typeof commandId === 'string' ? `command ${commandId}` : (reply.code ?? 'no command');
}

const sameCommand: Sentence = ({ view, last }) => {
  const key = last?.request.idempotencyKey;
  const first = view.answered.find(
    (each) => each !== last && each.request.idempotencyKey === key && commandIn(each.reply.data),
  );
  if (!first || !last || key === undefined) return undefined;
  const later = ms(last.span.from - first.span.from);
  return `A repeat under its key gets ${commandOf(first)} of the first request and runs nothing; the one sent ${later} later got ${commandOf(last)}.`;
};

const newCommand: Sentence = ({ view, last }) => {
  const [first] = view.answered;
  if (!first || !last || first === last) return undefined;
  return `Each key has a command of its own; the first request got ${commandOf(first)}, and the one under another key ${commandOf(last)}.`;
};

// A device at work.

const released: Sentence = ({ view, last }) => {
  if (!last) return undefined;
  const earlier = view.answered.filter((each) => each !== last && each.span.to <= last.span.from);
  const before = earlier.findLast(({ reply }) => reply.code !== 'DEVICE_BUSY');
  const [first] = earlier;
  if (!before)
    return (
      first &&
      `DEVICE_BUSY is legal while an operation of this device runs; it was refused so for ${ms(last.span.to - first.span.to)}, and nothing of this run was at work on it.`
    );
  const since = ms(last.span.from - before.span.to);
  return `DEVICE_BUSY is legal while an operation of this device runs; the last one had been answered ${since} before this request was sent.`;
};

const oneAtOnce: Sentence = ({ view }) => {
  const long = view.answered.find(({ request: { operation } }) => operation && waitOf(operation) > 0);
  const wait = long?.request.operation && waitOf(long.request.operation);
  if (wait === undefined) return undefined;
  return `A transceive that nobody answers keeps its device for its timeout of ${ms(wait)}; what is sent in that time gets DEVICE_BUSY.`;
};

const stateAfter: Sentence = ({ view, finding, last }) => {
  const write = view.answered.findLast(
    (each) => each !== last && each.request.operation !== undefined && each.reply.code === SUCCESS,
  );
  const { operation } = write?.request ?? {};
  if (!write || !last || !operation) return undefined;
  const touched = touchesOf(operation).flatMap((touch) =>
    touch.kind === 'relay' ? [`relay ${touch.index} ${touch.to}`] : [],
  );
  const asked = touched.length === 0 ? operation.name : touched.join(', ');
  const later = ms(last.span.from - write.span.to);
  return `The command for ${asked} had succeeded ${later} before the read, which has to show it; it showed ${finding.actual}.`;
};

// Replies.

const statusOfCode: Sentence = ({ finding, last }) =>
  last && `Right is ${finding.expected}; this reply had ${answerWords(last)}.`;

const SENTENCES: Readonly<Partial<Record<RuleId, Sentence>>> = {
  'refresh.min-interval': tooSoon,
  'refresh.shared-budget': tooSoon,
  'refresh.across-clients': tooSoon,
  'refresh.rate-limited-rest': tooSoon,
  'refresh.rate-limited-websocket': tooSoon,
  'refresh.retry-after-truthful': announced,
  'refresh.rejection-is-free': announced,
  'refresh.busy-is-free': announced,
  'refresh.per-device': notOfDevice,
  'idempotency.same-command-rest': sameCommand,
  'idempotency.same-command-websocket': sameCommand,
  'idempotency.across-channels': sameCommand,
  'idempotency.in-flight': sameCommand,
  'idempotency.timeout-is-final': sameCommand,
  'idempotency.after-lost-response': sameCommand,
  'idempotency.new-key-new-command': newCommand,
  'busy.released': released,
  'busy.one-at-a-time': oneAtOnce,
  'relay.effect': stateAfter,
  'relay.set-many': stateAfter,
  'devices.detail-is-live': stateAfter,
  'ws.state-get': stateAfter,
  'envelope.status-code-pairs': statusOfCode,
};
