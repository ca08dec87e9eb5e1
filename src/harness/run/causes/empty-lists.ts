// Each list of devices is empty, though devices are there: what looks for a device in a list rests on it.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isObject } from '../../../kernel/json.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { type RequestAndReply, answeredInAll, restsOnOneOf } from './exchanges.js';
import { isBreach, type WideCause } from './wide-cause.js';

const RULE = 'devices.list';
const LEAST_LISTS = 2;

export function emptyLists(results: readonly CheckResult[]): WideCause | undefined {
  const lists = answeredInAll(results).filter(isList);
  if (lists.length < LEAST_LISTS || !lists.every(isEmpty)) return undefined;
  const isFound = results.some(({ findings }) =>
    findings.some((finding) => finding.rule === RULE && isBreach(finding)),
  );
  if (!isFound) return undefined;
  const { rests } = restsOnOneOf((answered) => isList(answered) && isEmpty(answered));
  return {
    rule: RULE,
    where: 'all device lists of the run',
    expected: 'the devices that the API client may access',
    actual: `no device, in each of ${lists.length} lists`,
    never: 'no list ever had a device',
    rests: (finding, result) => finding.rule !== RULE && rests(finding, result),
  };
}

function isList({ request, reply }: RequestAndReply): boolean {
  return request.what === 'devices.list' && reply.code === SUCCESS;
}

function isEmpty({ reply: { data } }: RequestAndReply): boolean {
  return isObject(data) && Array.isArray(data['devices']) && data['devices'].length === 0;
}
