// What no relay ever showed in a whole run, as a check of its own: the cause is told once, and the checks that rest on a
// relay say that they could not get that far.
import { SUCCESS } from '../../contract/error-codes.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { TraceRecord } from '../../trace/record.js';
import type { NeverSeen } from '../target/relay-effects.js';
import { breachOf } from '../verdict/breach.js';
import { resultOfRun, type RunCheck } from '../verdict/of-run.js';
import { type CheckResult, type Finding, type Verdict, worstOf } from '../verdict/verdict.js';

const ID = 'target/relays';
const CHECK: RunCheck = {
  id: ID,
  title: 'a relay that a command has switched is seen to have changed',
  about:
    'A single state or event may lack a change for many reasons. That no change of any relay shows, in none of them ' +
    'in a whole run, has one.',
};

const ON_AN_EVENT: readonly RuleId[] = [
  'events.changes',
  'events.peripherals',
  'events.every-connection',
  'events.no-change-no-event',
  'events.not-replayed',
];
const ON_A_CHANGE: readonly RuleId[] = [
  ...ON_AN_EVENT,
  'events.relay-changed',
  'devices.detail-is-live',
  'ws.state-get',
  'idempotency.same-command-rest',
  'idempotency.same-command-websocket',
  'idempotency.across-channels',
  'idempotency.after-lost-response',
  'idempotency.in-flight',
  'idempotency.new-key-new-command',
  'idempotency.no-second-execution',
  'idempotency.per-client',
  'idempotency.refused-is-not-remembered',
  'idempotency.reused-for-another-request',
  'relay.compatibility',
  'relay.jog-config',
  'scope.devices-within-client',
  'ws.operation-execute',
  'busy.refused-has-no-effect',
  'commands.created-by-every-operation',
];

interface Cause {
  readonly rule: RuleId;
  readonly expected: string;
  readonly never: string;
  /** The rules that cannot be seen to hold without it. Not those that promise the same. */
  readonly needed: ReadonlySet<RuleId>;
}

const CAUSES: { readonly [what in NeverSeen['what']]: Cause } = {
  change: {
    rule: 'relay.effect',
    expected: 'each relay that a succeeded command names in the state that was asked for',
    never: 'no relay was ever seen to change',
    needed: new Set([...ON_A_CHANGE, 'devices.refresh-covers-all']),
  },
  state: {
    rule: 'devices.refresh-covers-all',
    expected: 'the relays that were switched in the state of their device',
    never: 'no state of a device ever had a relay that was switched',
    needed: new Set([...ON_A_CHANGE, 'relay.effect', 'relay.set-many']),
  },
  named: {
    rule: 'relay.effect',
    expected: 'the relay that a succeeded command names in the state that was asked for',
    never: 'no command for one relay ever switched that relay, but others',
    needed: new Set([...ON_A_CHANGE, 'devices.refresh-covers-all', 'relay.set-many']),
  },
  event: {
    rule: 'events.relay-changed',
    expected: 'an event that names the relay that has changed',
    never: 'no event ever named a relay',
    needed: new Set(ON_AN_EVENT),
  },
};

/**
 * The cause first, and the other results as they are once it is known; the results themselves where there is none. That
 * no event came may have a reason in who was listening: a check has to have found it, too.
 */
export function withNeverSeen(
  results: readonly CheckResult[],
  seen: NeverSeen | undefined,
  { strict, at }: { readonly strict: boolean; readonly at: number },
): readonly CheckResult[] {
  if (seen === undefined) return results;
  const cause = CAUSES[seen.what];
  if (seen.what !== 'change' && !isFound(results, cause.rule)) return results;
  const finding: Finding = {
    rule: cause.rule,
    verdict: breachOf(cause.rule, strict),
    where: 'all requests of the run',
    expected: cause.expected,
    actual: `${cause.never}: ${inWords(seen)}`,
    exchanges: [],
  };
  const first = resultOfRun(CHECK, [finding], { startedAt: results[0]?.startedAt ?? at, endedAt: at });
  return [first, ...results.map((result) => behind(result, cause))];
}

function isFound(results: readonly CheckResult[], rule: RuleId): boolean {
  return results.some(({ findings }) =>
    findings.some((finding) => finding.rule === rule && finding.verdict === 'fail'),
  );
}

/** A check in which a relay was switched does not blame a rule for what cannot be seen of it. */
function behind(result: CheckResult, { needed, never }: Cause): CheckResult {
  const exchanges = switchings(result.trace);
  let blamed = 0;
  const findings = result.findings.map((finding): Finding => {
    const broken = finding.verdict === 'fail' || finding.verdict === 'warn';
    const last = Math.max(...finding.exchanges, Number.NEGATIVE_INFINITY);
    const rests =
      needed.has(finding.rule) &&
      exchanges.some((exchange) => finding.exchanges.length === 0 || exchange <= last);
    if (!broken || !rests) return finding;
    blamed++;
    return { ...finding, verdict: 'inconclusive' };
  });
  if (blamed === 0) return result;
  const verdicts: readonly Verdict[] = [...findings.map(({ verdict }) => verdict), 'inconclusive'];
  const reason = `it could not get that far: ${never}; see ${ID}`;
  return { ...result, findings, verdict: worstOf(verdicts) ?? 'inconclusive', reason };
}

/** The exchanges in which relays were switched with success. */
function switchings(records: readonly TraceRecord[]): readonly number[] {
  const asked = new Set(
    records.flatMap((record) =>
      record.kind === 'request' && record.operation?.name === 'device.relay.set' ? [record.exchange] : [],
    ),
  );
  return records.flatMap((record) =>
    record.kind === 'reply' && record.code === SUCCESS && asked.has(record.exchange) ? [record.exchange] : [],
  );
}

function inWords({ tries, devices, watched }: NeverSeen): string {
  const on = `${devices} ${devices === 1 ? 'device' : 'devices'}`;
  return (
    `after ${tries} commands that succeeded and were to change one, a state of ${on} was read; a connection was open ` +
    `during ${watched} such commands`
  );
}
