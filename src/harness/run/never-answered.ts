// What never came to anything in the whole run, as a check of its own: one cause is told once, under the rule that
// promises an answer, and the checks that met it say that they could not get that far.
import { ENDPOINTS } from '../../contract/endpoints.js';
import { isObject } from '../../kernel/json.js';
import type { ReplyRecord, RequestRecord, TraceRecord } from '../../trace/record.js';
import { kindInWords, requestKind, type Unanswered } from '../target/answers.js';
import { interferenceIn } from '../target/interference.js';
import { breachOf } from '../verdict/breach.js';
import { resultOfRun, type RunCheck } from '../verdict/of-run.js';
import { type CheckResult, type Finding, type Verdict, worstOf } from '../verdict/verdict.js';
import { type Cause, NO_FRAME, provedIn, together } from './one-cause.js';

const ID = 'target/answers';
const CHECK: RunCheck = {
  id: ID,
  title: 'what is legal at a moment is not the answer each time',
  about:
    'A refusal that passes, a server error, silence and a closed connection are legal at any moment, but not in ' +
    'each of many tries, while other requests are answered.',
};

/** The cause first, and the other results as they are once it is known; the results themselves where there is none. */
export function withCauses(
  results: readonly CheckResult[],
  unanswered: readonly Unanswered[],
  { strict, at }: { readonly strict: boolean; readonly at: number },
): readonly CheckResult[] {
  const proved = provedIn(results, unanswered);
  const causes = together(unanswered, proved);
  if (causes.length === 0) return results;
  const findings = causes.map(({ rule, ...cause }): Finding => ({
    rule,
    verdict: breachOf(rule, strict),
    where: 'all requests of the run',
    expected: `${kindInWords(cause.kind)}: an answer other than what is legal for a moment`,
    actual: inWords(cause),
    exchanges: [],
  }));
  const result = resultOfRun(CHECK, findings, { startedAt: results[0]?.startedAt ?? at, endedAt: at });
  const kinds = new Set([...unanswered, ...causes].flatMap(({ kind, alike = [] }) => [kind, ...alike]));
  return [result, ...results.map((each) => lookedBehind(each, kinds))];
}

const WORDS = {
  'rate-limited': 'refused as too frequent, though sent after the announced wait',
  busy: 'refused with DEVICE_BUSY',
  'internal-error': 'answered with a server error',
  silence: 'never answered',
  closed: 'answered by a closed connection',
  refused: 'refused',
  unreadable: 'answered with what is no envelope',
} as const;

function inWords({
  how,
  tries,
  devices,
  clients,
  others,
  answer,
  alike,
}: Omit<Cause, 'rule' | 'kind'>): string {
  const on = devices > 0 ? ` on ${devices} ${devices === 1 ? 'device' : 'devices'}` : '';
  const by = ` by ${clients} API ${clients === 1 ? 'client' : 'clients'}`;
  const control = others.slice(0, 3).map(kindInWords).join(', ');
  const also = alike.length === 0 ? '' : `; so it is with ${alike.map(inShort).join(', ')}`;
  return `${WORDS[how]} in each of ${tries} tries${on}${by} (${answer}), while others succeeded: ${control}${also}`;
}

function inShort(kind: string): string {
  return kind === NO_FRAME ? 'any frame' : kindInWords(kind);
}

/** A check that met the cause does not blame its own rule for it. */
function lookedBehind(result: CheckResult, kinds: ReadonlySet<string>): CheckResult {
  const met = metIn(result.trace, kinds);
  if (met.size === 0) return result;
  let blamed = 0;
  const findings = result.findings.map((finding): Finding => {
    const broken = finding.verdict === 'fail' || finding.verdict === 'warn';
    if (!broken || !finding.where.startsWith('line ') || !restsOn(finding, met)) return finding;
    blamed++;
    return { ...finding, verdict: 'inconclusive' };
  });
  if (blamed === 0) return result;
  const verdicts: readonly Verdict[] = [...findings.map(({ verdict }) => verdict), 'inconclusive'];
  const reason = `it could not get that far: ${[...new Set(met.values())].map(inShort).join(', ')} is never answered with what was asked for; see ${ID}`;
  return { ...result, findings, verdict: worstOf(verdicts) ?? 'inconclusive', reason };
}

/**
 * A step that asked rests on its answer. One that compares what came, or that could not even ask, rests on all that was
 * asked before.
 */
function restsOn({ where, exchanges }: Finding, met: ReadonlyMap<number, string>): boolean {
  const last = exchanges.at(-1);
  if (last === undefined) return true;
  return met.has(last) || (/^line \d+: assert/.test(where) && last >= Math.min(...met.keys()));
}

/** With those that came to nothing because their connection had been closed by one of them. */
function withTheirConnections(
  records: readonly TraceRecord[],
  met: ReadonlyMap<number, string>,
  answered: ReadonlyMap<number, ReplyRecord>,
): ReadonlyMap<number, string> {
  const closed = new Map<string, string>();
  const all = new Map(met);
  for (const record of records) {
    if (record.kind !== 'request' || record.connection === undefined || answered.has(record.exchange))
      continue;
    const kind = met.get(record.exchange) ?? closed.get(record.connection);
    if (kind === undefined) continue;
    closed.set(record.connection, kind);
    all.set(record.exchange, kind);
  }
  return all;
}

/** Exchanges that came to nothing for one of the causes, by the kind of request. */
function metIn(records: readonly TraceRecord[], kinds: ReadonlySet<string>): ReadonlyMap<number, string> {
  const asked = new Map(
    records.flatMap((record): [number, string][] => {
      if (record.kind !== 'request') return [];
      const kind = record.what === 'raw' ? kindOfRaw(record) : requestKind(record);
      if (isHeartbeat(record) && kinds.has(PING)) return [[record.exchange, PING]];
      return kind !== undefined && kinds.has(kind) ? [[record.exchange, kind]] : [];
    }),
  );
  const answered = new Map(
    records.flatMap((record) => (record.kind === 'reply' ? [[record.exchange, record] as const] : [])),
  );
  const met = new Map([...asked].filter(([exchange]) => cameToNothing(answered.get(exchange))));
  if (kinds.has(OPENING) && records.some(isRefusedOpening)) met.set(firstOf(records), OPENING);
  return withTheirConnections(records, met, answered);
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
function kindOfRaw({ channel, method, path = '' }: RequestRecord): string | undefined {
  if (channel === 'ws') return NO_FRAME;
  return PATHS.find((each) => each.method === method && each.pattern.test(path))?.kind;
}

const PING = 'session.ping';

/** A frame that was written by hand and is a heartbeat all the same, in the names of the interface. */
function isHeartbeat({ what, body }: RequestRecord): boolean {
  return what === 'raw' && isObject(body) && body['topic'] === PING && typeof body['requestId'] === 'string';
}

const PATHS = Object.entries(ENDPOINTS).map(([kind, { method, path }]) => ({
  kind,
  method: method as string,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function cameToNothing(reply: ReplyRecord | undefined): boolean {
  return reply?.code === undefined || interferenceIn(reply) !== undefined || isDenied(reply);
}

function isDenied({ status = 0 }: ReplyRecord): boolean {
  return status >= 400;
}
