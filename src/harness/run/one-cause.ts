// Kinds of requests that come to nothing for one reason: they are one cause, told once, as long as nothing of the run
// has proved that the reason is another.
import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isRequestTopic } from '../../contract/topics.js';
import { requestKind, type Unanswered } from '../target/answers.js';
import type { CheckResult } from '../verdict/verdict.js';

export interface Cause extends Unanswered {
  /** Other kinds that come to nothing for the same reason. */
  readonly alike: readonly string[];
}

/** Stands for any frame, also one that was sent malformed on purpose. */
export const NO_FRAME = 'frame';

const OPERATIONS: ReadonlySet<string> = new Set<string>([...OPERATING_ENDPOINTS, 'device.operation.execute']);

/** What the run has proved to work, once at least. */
export interface Proved {
  /** Kinds of requests that succeeded. */
  readonly kinds: ReadonlySet<string>;
  /** Some frame was answered, in whichever way. */
  readonly frames: boolean;
  /** Frames came that no request could be found for: replies, but without the requestId of one. */
  readonly uncorrelated: boolean;
}

export function provedIn(results: readonly CheckResult[], unanswered: readonly Unanswered[]): Proved {
  const kinds = new Set(unanswered.flatMap(({ others }) => others));
  let frames = [...kinds].some(isFrame);
  const uncorrelated = results.some(({ findings }) =>
    findings.some(
      ({ rule, verdict, where }) =>
        rule === 'ws.correlation' && verdict === 'fail' && where.startsWith('invariant'),
    ),
  );
  for (const { trace } of results) {
    const asked = new Map<number, string>();
    for (const record of trace) {
      if (record.kind === 'request') asked.set(record.exchange, requestKind(record));
      if (record.kind !== 'reply') continue;
      frames ||= record.channel === 'ws';
      const kind = asked.get(record.exchange);
      if (record.code === SUCCESS && kind !== undefined) kinds.add(kind);
    }
  }
  return { kinds, frames, uncorrelated };
}

/** The causes, each with all that comes to nothing for it. */
export function together(unanswered: readonly Unanswered[], proved: Proved): readonly Cause[] {
  const token = useless(unanswered);
  return token ? [token] : noOperation(noFrame(unanswered, proved), proved);
}

/** Where no token is good for anything, the service has issued none (auth.token-issued). */
function useless(unanswered: readonly Unanswered[]): Cause | undefined {
  const [first, ...more] = unanswered.filter(({ forToken }) => forToken);
  return first && { ...first, rule: 'auth.token-issued', alike: more.map(({ kind }) => kind) };
}

/** Where not even a heartbeat is answered, no frame is. */
function noFrame(unanswered: readonly Unanswered[], { frames, uncorrelated }: Proved): readonly Cause[] {
  const ping = unanswered.find(({ kind }) => kind === 'session.ping');
  const isOne = ({ kind, how }: Unanswered): boolean => how === ping?.how && isFrame(kind);
  const rest = unanswered
    .filter((each) => !isOne(each))
    .map((each) => ({ ...each, alike: each.alike ?? [] }));
  if (!ping) return rest;
  const isMute = !frames && (ping.how === 'silence' || ping.how === 'closed');
  const others = unanswered.filter((each) => each !== ping && isOne(each)).map(({ kind }) => kind);
  const rule = isMute && uncorrelated ? 'ws.correlation' : ping.rule;
  const cause = { ...ping, rule, alike: [...others, ...(ping.alike ?? []), ...(isMute ? [NO_FRAME] : [])] };
  return [cause, ...rest];
}

/** Where each operation that was tried comes to nothing in one way, on both channels, the service executes none. */
function noOperation(causes: readonly Cause[], { kinds }: Proved): readonly Cause[] {
  const operations = causes.filter(({ kind }) => isOperation(kind));
  const first = operations.find(({ kind }) => kind === 'relays.set');
  const isOne = operations.every(
    ({ how, answer }) => how === first?.how && codeOf(answer) === codeOf(first.answer),
  );
  if (!first || !isOne || operations.length < 2 || [...kinds].some(isOperation)) return causes;
  const alike = operations.flatMap(({ kind, alike: also }) => [kind, ...also]);
  const cause = { ...first, alike: [...new Set(alike)].filter((kind) => kind !== first.kind) };
  return [cause, ...causes.filter((each) => !operations.includes(each))];
}

/** Without the status, which WebSocket does not have. */
function codeOf(answer: string): string {
  return answer.replace(/^\d{3} /, '');
}

function isFrame(kind: string): boolean {
  return isRequestTopic(kind.split(' ')[0] ?? '');
}

function isOperation(kind: string): boolean {
  return OPERATIONS.has(kind.split(' ')[0] ?? '');
}
