// What never came to anything in a whole run, though other requests did: under the rule that promises an answer. Kinds of
// requests that come to nothing for one reason are one cause, as long as nothing of the run has proved another reason.
import { ENDPOINTS, OPERATING_ENDPOINTS } from '../../../contract/endpoints.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { isRequestTopic } from '../../../contract/topics.js';
import { isObject } from '../../../kernel/json.js';
import type { RequestRecord, TraceRecord } from '../../../trace/record.js';
import { kindInWords, requestKind, type Unanswered, UNANSWERED_WORDS } from '../../target/answers.js';
import { interferenceIn } from '../../target/interference.js';
import type { CheckResult, Finding } from '../../verdict/verdict.js';
import { answeredInAll, compares, type Detector, isOfStep, viewOf } from './cause.js';

export const ANSWERS: Detector = {
  id: 'target/answers',
  title: 'what is legal at a moment is not the answer each time',
  about:
    'A refusal that passes, a server error, silence and a closed connection are legal at any moment, but not in ' +
    'each of many tries, while other requests are answered.',
  detect: (results, { unanswered }) => {
    const proved = provedIn(results, unanswered);
    const token = useless(unanswered);
    const causes = token ? [token] : noOperation(noFrame(unanswered, proved), proved);
    const kinds = new Set([...unanswered, ...causes].flatMap(({ kind, alike = [] }) => [kind, ...alike]));
    return causes.map((cause) => ({
      rule: cause.rule,
      where: 'all requests of the run',
      expected: `${kindInWords(cause.kind)}: an answer other than what is legal for a moment`,
      actual: inWords(cause),
      ofRefusals: cause.how === 'refused',
      never: ({ trace }) =>
        `${[...new Set(metIn(trace, kinds).values())].map(inShort).join(', ')} is never answered with what was asked for`,
      rests: (finding, { trace }) => isOfStep(finding) && restsOnAny(finding, metIn(trace, kinds)),
    }));
  },
};

function inWords({ how, tries, devices, clients, others, answer, alike }: OneCause): string {
  const on = devices > 0 ? ` on ${devices} ${devices === 1 ? 'device' : 'devices'}` : '';
  const by = ` by ${clients} API ${clients === 1 ? 'client' : 'clients'}`;
  const control = others.slice(0, 3).map(kindInWords).join(', ');
  const also = alike.length === 0 ? '' : `; so it is with ${alike.map(inShort).join(', ')}`;
  return `${UNANSWERED_WORDS[how]} in each of ${tries} tries${on}${by} (${answer}), while others succeeded: ${control}${also}`;
}

function inShort(kind: string): string {
  return kind === NO_FRAME ? 'any frame' : kindInWords(kind);
}

/**
 * A step that asked rests on its answer. One that compares what came, or that could not even ask, rests on all that was
 * asked before.
 */
function restsOnAny(finding: Finding, met: ReadonlyMap<number, string>): boolean {
  const last = finding.exchanges.at(-1);
  if (met.size === 0 || last === undefined) return met.size > 0;
  return met.has(last) || (compares(finding) && last >= Math.min(...met.keys()));
}

/**
 * Exchanges that came to nothing for one of the causes, by the kind of request, with those that came to nothing because
 * their connection had been closed by one of them.
 */
function metIn(records: readonly TraceRecord[], kinds: ReadonlySet<string>): ReadonlyMap<number, string> {
  const met = new Map<number, string>();
  const closed = new Map<string, string>();
  for (const { id, request, reply } of viewOf(records).exchanges) {
    const asked = kindOf(request, kinds.has(PING));
    const isVain =
      reply?.code === undefined || interferenceIn(reply) !== undefined || (reply.status ?? 0) >= 400;
    const own = asked !== undefined && kinds.has(asked) && isVain ? asked : undefined;
    const kind = own ?? (reply ? undefined : closed.get(request.connection ?? ''));
    if (kind === undefined) continue;
    met.set(id, kind);
    if (!reply && request.connection !== undefined) closed.set(request.connection, kind);
  }
  if (kinds.has(OPENING) && records.some(isRefusedOpening)) met.set(firstOf(records), OPENING);
  return met;
}

const OPENING = 'websocket.open';

function isRefusedOpening(record: TraceRecord): boolean {
  return record.kind === 'connection' && record.state === 'refused';
}

/** An attempt to connect is no exchange: what comes after it rests on it. */
function firstOf(records: readonly TraceRecord[]): number {
  const at = records.findIndex(isRefusedOpening);
  return records.slice(0, at).reduce((last, each) => (each.kind === 'request' ? each.exchange : last), -1);
}

/**
 * What was sent malformed on purpose is of no kind. Over WebSocket it rests on that any frame is answered; over REST it
 * goes where its path says.
 */
function kindOf(request: RequestRecord, noPing: boolean): string | undefined {
  const { what, channel, method, path = '', body } = request;
  if (what !== 'raw') return requestKind(request);
  // A heartbeat that was written by hand, in the names of the interface.
  const isHeartbeat = isObject(body) && body['topic'] === PING && typeof body['requestId'] === 'string';
  if (noPing && isHeartbeat) return PING;
  if (channel === 'ws') return NO_FRAME;
  return PATHS.find((each) => each.method === method && each.pattern.test(path))?.kind;
}

const PING = 'session.ping';

const PATHS = Object.entries(ENDPOINTS).map(([kind, { method, path }]) => ({
  kind,
  method: method as string,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

interface OneCause extends Unanswered {
  /** Other kinds that come to nothing for the same reason. */
  readonly alike: readonly string[];
}

/** Stands for any frame, also one that was sent malformed on purpose. */
const NO_FRAME = 'frame';

const OPERATIONS: ReadonlySet<string> = new Set<string>([...OPERATING_ENDPOINTS, 'device.operation.execute']);

/** What the run has proved to work, once at least. */
interface Proved {
  /** Kinds of requests that succeeded. */
  readonly kinds: ReadonlySet<string>;
  /** Some frame was answered, in whichever way. */
  readonly frames: boolean;
  /** Frames came that no request could be found for: replies, but without the requestId of one. */
  readonly uncorrelated: boolean;
}

function provedIn(results: readonly CheckResult[], unanswered: readonly Unanswered[]): Proved {
  const uncorrelated = results.some(({ findings }) =>
    findings.some(
      ({ rule, verdict, where }) =>
        rule === 'ws.correlation' && verdict === 'fail' && where.startsWith('invariant'),
    ),
  );
  const replies = answeredInAll(results);
  const granted = replies.filter(({ reply }) => reply.code === SUCCESS);
  const kinds = new Set([
    ...unanswered.flatMap(({ others }) => others),
    ...granted.map(({ request }) => requestKind(request)),
  ]);
  const frames = [...kinds].some(isFrame) || replies.some(({ reply }) => reply.channel === 'ws');
  return { kinds, frames, uncorrelated };
}

/** Where no token is good for anything, the service has issued none (auth.token-issued). */
function useless(unanswered: readonly Unanswered[]): OneCause | undefined {
  const [first, ...more] = unanswered.filter(({ forToken }) => forToken);
  return first && { ...first, rule: 'auth.token-issued', alike: more.map(({ kind }) => kind) };
}

/** Where not even a heartbeat is answered, no frame is. */
function noFrame(unanswered: readonly Unanswered[], { frames, uncorrelated }: Proved): readonly OneCause[] {
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
function noOperation(causes: readonly OneCause[], { kinds }: Proved): readonly OneCause[] {
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
