// Each operation with an idempotency key is refused, and without one it is carried out: no key is ever taken.
import { SUCCESS } from '../../../contract/error-codes.js';
import { interferenceIn } from '../../target/interference.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { type RequestAndReply, answeredInAll, restsOnOneOf } from './exchanges.js';
import { LEAST_TIMES, type WideCause } from './wide-cause.js';

/** Refusals that have their reason in what was asked, and not in who asked or of what. */
const FOR_THE_REQUEST: ReadonlySet<number | undefined> = new Set([400, 422]);
/** Some of the requests are wrong on purpose. */
const LEAST_SHARE = 0.5;

export function refusedKeys(results: readonly CheckResult[]): WideCause | undefined {
  const operations = answeredInAll(results).filter(({ request }) => request.operation !== undefined);
  const keyed = operations.filter(hasKey);
  const isGranted = ({ reply }: RequestAndReply): boolean => reply.code === SUCCESS;
  if (keyed.some(isGranted) || !operations.some(isGranted)) return undefined;
  const refused = keyed.filter(isRefused);
  const codes = new Map<string | undefined, RequestAndReply[]>();
  for (const each of refused) codes.set(each.reply.code, [...(codes.get(each.reply.code) ?? []), each]);
  const [code, alike = []] = [...codes].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (!alike.some(({ reply }) => FOR_THE_REQUEST.has(reply.status))) return undefined;
  if (alike.length < LEAST_TIMES || alike.length < keyed.length * LEAST_SHARE) return undefined;
  return {
    rule: 'idempotency.new-key-new-command',
    where: 'all operations of the run',
    expected: 'a new command for a request with a new idempotency key',
    actual: `${code} in each of ${alike.length} requests with a key, while requests without one succeeded`,
    never: 'no operation with an idempotency key was ever granted',
    ...restsOnOneOf((answered) => hasKey(answered) && isRefused(answered)),
  };
}

function hasKey({ request }: RequestAndReply): boolean {
  return request.operation !== undefined && request.idempotencyKey !== undefined;
}

function isRefused({ reply }: RequestAndReply): boolean {
  const { code, status } = reply;
  if (code === undefined || code === SUCCESS || interferenceIn(reply)) return false;
  return status === undefined || FOR_THE_REQUEST.has(status);
}
