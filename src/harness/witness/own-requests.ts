// What this program has sent is held to the interface and the dialect as strictly as what it got: a breach that follows
// from a request of ours that is malformed is an error of ours.
import type { Dialect } from '../../dialect/dialect.js';
import type { RequestRecord } from '../../trace/record.js';
import { normalMessages } from '../safety/gate/normal-messages.js';
import { type CheckResult, type Finding, withFindings } from '../verdict/verdict.js';

/** A request that is malformed on purpose says so by its name. */
const ON_PURPOSE = 'raw';

/** Whether the request has exactly one reading in the interface and the dialect. */
export function isAsTheInterfaceSays(request: RequestRecord, dialect: Dialect): boolean {
  const { what, channel, method, path, headers = {}, body } = request;
  if (what === ON_PURPOSE) return true;
  // Of a frame without a body, or a request without its line, nothing was kept as it was sent.
  if (channel === 'ws' ? body === undefined : method === undefined || path === undefined) return true;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const messages = normalMessages(dialect);
  const read =
    channel === 'ws'
      ? messages.frame(text ?? '')
      : messages.request({ method: method ?? '', path: path ?? '', headers, body: text });
  return read !== undefined;
}

/** The check without the breaches that requests of ours have brought about: those make it an error of this program. */
export function withoutOwnFaults(check: CheckResult, dialect: Dialect): CheckResult {
  const faultOf = ({ witness }: Finding): RequestRecord | undefined =>
    witness?.records
      .filter((record) => record.kind === 'request')
      .find((record) => !isAsTheInterfaceSays(record, dialect));
  const fault = check.findings.map(faultOf).find((each) => each !== undefined);
  if (!fault) return check;
  const sound = new Set(check.findings.flatMap((each) => (each.witness && !faultOf(each) ? each.rule : [])));
  const doubtful = new Set(check.findings.flatMap((each) => (faultOf(each) ? each.rule : [])));
  const { exchange, channel, what, method, path } = fault;
  const where = `${channel === 'ws' ? what : `${method} ${path}`} (exchange ${exchange})`;
  const reason = `a request of conform is not as the interface and the dialect say: ${where}. What came of it says nothing about the target`;
  const isOurs = (finding: Finding): boolean =>
    faultOf(finding) !== undefined || (doubtful.has(finding.rule) && !sound.has(finding.rule));
  const changed = withFindings(
    check,
    (finding) =>
      finding.verdict !== 'pass' && isOurs(finding) ? { ...finding, verdict: 'inconclusive' } : finding,
    reason,
  );
  return changed.verdict === 'fail' ? changed : { ...changed, verdict: 'error', reason };
}
