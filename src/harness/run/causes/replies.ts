// Faults that show in what is replied over a whole run: to each refusal, to each key, in each list, in each reply of a
// kind.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isRuleId, restsOn, ruleById, type RuleId, RULES } from '../../../contract/rules/catalogue.js';
import { groupBy } from '../../../kernel/group-by.js';
import { isObject } from '../../../kernel/json.js';
import { requestKind } from '../../target/answers.js';
import { interferenceIn, retryAfterIn } from '../../target/interference.js';
import { type CheckResult, type Finding, isBreach } from '../../verdict/verdict.js';
import type { AnsweredCall } from '../../judge/trace-view.js';
import { answeredInAll, type Cause, isOfStep, LEAST_TIMES, restsOnOneOf } from './cause.js';
import { keptIn } from '../../../kernel/kept-in.js';

type Found = readonly Cause[];

const isGranted = ({ reply }: AnsweredCall): boolean => reply.code === SUCCESS;

/** Rules that have to be found broken by one status: one or two may each have a reason of their own. */
const LEAST_RULES = 3;
const FAILED = 'INTERNAL_ERROR';

/** Each refusal over REST has one status, whatever it is for: no caller can tell one from another by it. */
export function uniformRefusals(results: readonly CheckResult[]): Found {
  const refusals = answeredInAll(results).filter(isRefusal);
  const statuses = new Set(refusals.map(({ reply }) => reply.status));
  const kinds = new Set(refusals.map(({ request }) => request.what));
  const [status] = statuses;
  if (statuses.size !== 1 || refusals.length < LEAST_TIMES || kinds.size < LEAST_RULES) return [];
  const rests = restsOnOneOf(isRefusal);
  const broken = new Set<RuleId>();
  for (const result of results)
    for (const finding of result.findings)
      if (isBreach(finding) && rests(finding, result)) broken.add(finding.rule);
  const rule = RULES.find(({ id, basis }) => basis === 'stated' && broken.has(id))?.id;
  if (rule === undefined || broken.size < LEAST_RULES) return [];
  const codes = [...new Set(refusals.map(({ reply }) => reply.code))];
  const told = codes.slice(0, 4).join(', ');
  return [
    {
      rule,
      where: 'all refusals of the run',
      expected: 'a status for each kind of refusal, as the interface has them',
      actual: `status ${status} in each of ${refusals.length} refusals of ${kinds.size} kinds of requests (${told})`,
      never: `each refusal over REST has the status ${status}`,
      rests: (finding, result) =>
        (isOfStep(finding) || finding.rule !== rule) &&
        ((isForErrors(finding, result) && codes.every((code) => code === FAILED)) || rests(finding, result)),
    },
  ];
}

/** A kind of request that came to nothing but server errors may have been refused by right each time. */
function isForErrors({ actual }: Finding, { ofRun }: CheckResult): boolean {
  return ofRun === true && actual.startsWith('answered with a server error') && actual.includes(FAILED);
}

/** In words of its own, whatever the status says. */
function isRefusal({ reply: { channel, code, status } }: AnsweredCall): boolean {
  return channel === 'rest' && status !== undefined && code !== undefined && code !== SUCCESS;
}

/** Refusals that have their reason in what was asked, and not in who asked or of what. */
const FOR_THE_REQUEST: ReadonlySet<number | undefined> = new Set([400, 422]);
/** Some of the requests are wrong on purpose. */
const LEAST_SHARE = 0.5;

/** Each operation with an idempotency key is refused, and without one it is carried out: no key is ever taken. */
export function refusedKeys(results: readonly CheckResult[]): Found {
  const operations = answeredInAll(results).filter(({ request }) => request.operation !== undefined);
  const keyed = operations.filter(hasKey);
  if (keyed.some(isGranted) || !operations.some(isGranted)) return [];
  const codes = [...groupBy(keyed.filter(isKeyRefused), ({ reply }) => reply.code)];
  const [code, alike = []] = codes.toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (!alike.some(({ reply }) => FOR_THE_REQUEST.has(reply.status))) return [];
  if (alike.length < LEAST_TIMES || alike.length < keyed.length * LEAST_SHARE) return [];
  return [
    {
      rule: 'idempotency.new-key-new-command',
      where: 'all operations of the run',
      expected: 'a new command for a request with a new idempotency key',
      actual: `${code} in each of ${alike.length} requests with a key, while requests without one succeeded`,
      never: 'no operation with an idempotency key was ever granted',
      rests: restsOnOneOf((answered) => hasKey(answered) && isKeyRefused(answered)),
    },
  ];
}

function hasKey({ request }: AnsweredCall): boolean {
  return request.operation !== undefined && request.idempotencyKey !== undefined;
}

function isKeyRefused({ reply }: AnsweredCall): boolean {
  const { code, status } = reply;
  if (code === undefined || code === SUCCESS || interferenceIn(reply)) return false;
  return status === undefined || FOR_THE_REQUEST.has(status);
}

const LEAST_LISTS = 2;

/** Each list of devices is empty, though devices are there: what looks for a device in a list rests on it. */
export function emptyLists(results: readonly CheckResult[]): Found {
  const lists = answeredInAll(results).filter(isList);
  if (lists.length < LEAST_LISTS || !lists.every(isEmptyList)) return [];
  const rests = restsOnOneOf((answered) => isList(answered) && isEmptyList(answered));
  return [
    {
      rule: 'devices.list',
      where: 'all device lists of the run',
      expected: 'the devices that the API client may access',
      actual: `no device, in each of ${lists.length} lists`,
      ifFound: true,
      never: 'no list ever had a device',
      rests: (finding, result) => finding.rule !== 'devices.list' && rests(finding, result),
    },
  ];
}

function isList(answered: AnsweredCall): boolean {
  return answered.request.what === 'devices.list' && isGranted(answered);
}

function isEmptyList({ reply: { data } }: AnsweredCall): boolean {
  return isObject(data) && Array.isArray(data['devices']) && data['devices'].length === 0;
}

/** Each refusal for too many requests lacks its delay, on both channels: that is one fault, and none of refreshes. */
export function missingDelays(results: readonly CheckResult[]): Found {
  const limited = answeredInAll(results).filter(
    ({ request, reply }) => reply.code === 'RATE_LIMITED' && request.what !== 'raw',
  );
  const channels = new Set(limited.map(({ reply }) => reply.channel));
  if (limited.length < LEAST_TIMES || channels.size < 2 || !limited.every(lacksDelay)) return [];
  const rests = restsOnOneOf(lacksDelay);
  return [
    {
      rule: 'limits.shape',
      where: 'all refusals of the run that are RATE_LIMITED',
      expected: 'data.retryAfterSeconds in seconds, and over REST a header Retry-After of the same meaning',
      actual: `no usable delay with any of ${limited.length}, on both channels`,
      ifFound: true,
      never: 'no RATE_LIMITED came with a usable delay',
      rests: (finding, result) => restsOn(finding.rule, 'limits.shape') && rests(finding, result),
    },
  ];
}

function lacksDelay({ reply: { channel, code, data, headers = {} } }: AnsweredCall): boolean {
  if (code !== 'RATE_LIMITED') return false;
  const seconds = retryAfterIn(data);
  const isGiven = typeof seconds === 'number' && seconds >= 0;
  return !isGiven || (channel === 'rest' && !/^\d+$/.test(headers['retry-after'] ?? ''));
}

interface Lacking {
  readonly rule: RuleId;
  readonly expected: string;
  readonly actual: string;
  readonly kinds: Set<string>;
  readonly came: Set<AnsweredCall>;
}

/** All that a reply carries. */
const WHOLE = '/data';
/** Rules of different replies of which none has any data. */
const LEAST_KINDS = 3;

/**
 * A part of each reply of a kind that does not fit, in the same way each time: other rules that speak of such a reply
 * rest on it.
 */
export function lackingParts(results: readonly CheckResult[]): Found {
  const granted = answeredInAll(results).filter(isGranted);
  const parts = new Map<string, Lacking>();
  for (const answered of granted) {
    for (const { rule, expected, actual } of answered.reply.breaches ?? []) {
      if (!isRuleId(rule) || ruleById(rule).basis !== 'stated') continue;
      const key = keyOf(rule, expected);
      const nothing = { kinds: new Set<string>(), came: new Set<AnsweredCall>() };
      const part = keptIn(parts, key, () => ({ rule, expected, actual, ...nothing }));
      part.kinds.add(requestKind(answered.request));
      part.came.add(answered);
    }
  }
  const lacking = [...parts.values()].filter(({ kinds, came }) => {
    const all = granted.filter(({ request }) => kinds.has(requestKind(request)));
    return came.size >= LEAST_TIMES && all.every((answered) => came.has(answered));
  });
  const whole = lacking.filter(({ expected }) => placeOf(expected) === WHOLE);
  return whole.length >= LEAST_KINDS ? [withoutData(whole)] : lacking.map(withoutPart);
}

function withoutData(parts: readonly Lacking[]): Cause {
  const rules = new Set(parts.map(({ rule }) => rule));
  const came = parts.reduce((sum, part) => sum + part.came.size, 0);
  const kinds = new Set(parts.flatMap((part) => [...part.kinds]));
  const granted = restsOnOneOf((answered) => isGranted(answered) && answered.reply.data === undefined);
  const refused = restsOnOneOf((answered) => !isGranted(answered) && answered.reply.data === undefined);
  return {
    rule: 'envelope.data',
    where: 'all replies of the run',
    expected: 'what was asked for, in data',
    actual: `no data in any of ${came} replies to ${kinds.size} kinds of requests that succeeded`,
    never: 'no reply ever had data',
    rests: (finding, result) => {
      const { rule } = finding;
      if (rule === 'envelope.data') return false;
      if (restsOn(rule, 'envelope.data') && refused(finding, result)) return true;
      return (result.ofRun === true && rules.has(rule)) || granted(finding, result);
    },
  };
}

function withoutPart({ rule, expected, actual, came }: Lacking): Cause {
  const key = keyOf(rule, expected);
  const rests = restsOnOneOf(({ reply: { breaches = [] } }) =>
    breaches.some((each) => keyOf(each.rule, each.expected) === key),
  );
  return {
    rule,
    where: 'all replies of the run',
    expected,
    actual: `${actual}, in each of ${came.size} replies`,
    never: `no reply ever had what belongs at ${placeOf(expected)}`,
    // That there is a command at all is a rule of its own.
    rests: (finding, result) =>
      finding.rule !== rule &&
      !(finding.rule === 'commands.created-by-every-operation' && placeOf(expected) === '/data/command') &&
      rests(finding, result),
  };
}

function keyOf(rule: string, expected: string): string {
  return `${rule} ${placeOf(expected)}`;
}

/** The place of a misfit stands before its first colon; elements of lists are as one. */
function placeOf(expected: string): string {
  return (expected.split(':')[0] ?? '').replace(/\/\d+(?=\/|$)/g, '/*');
}
