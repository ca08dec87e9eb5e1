// What the second judge says of a finding of the first, by the witness that goes with it, or by the whole trace.
import { SERVICE_RULES } from '../contract/rules/service.js';
import { createSecondJudge, type Opinion } from '../checker/checker.js';
import type { KnownFacts } from '../checker/piece.js';
import type { Profile } from '../harness/profile/profile.js';
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import { judgedWitness } from '../harness/witness/witness.js';

/** What a trace does not tell, as the profile has it, and how long was listened for what did not come. */
export function knownFacts(profile: Profile, { silence }: Pick<Finding, 'silence'> = {}): KnownFacts {
  const idOf = (name: string): string => profile.devices[name]?.deviceId ?? name;
  const clients = Object.entries(profile.clients).map(([name, { clientId, scopes, devices }]) => [
    name,
    { clientId, scopes, ...(devices && { devices: devices.map(idOf) }) },
  ]);
  return {
    clients: Object.fromEntries(clients) as KnownFacts['clients'] & object,
    devices: Object.fromEntries(
      Object.values(profile.devices).map(({ deviceId, rs485, relays }) => [deviceId, { ...rs485, relays }]),
    ),
    shared: profile.shared === true,
    // Clocks may differ by a little from what was meant.
    ...(silence && { eventPatience: Math.max(0, silence.to - silence.from - 50) }),
  };
}

const BREACHES: ReadonlySet<string> = new Set(['fail', 'warn', 'waived', 'known']);

/** The breaches of a check, and what the second judge says of each. */
function secondOpinions(check: CheckResult, profile: Profile): ReadonlyMap<Finding, Opinion> {
  const breaches = check.findings.filter(({ verdict }) => BREACHES.has(verdict));
  // A trace that has lost records proves nothing.
  if (check.dropped || check.trace.length === 0) return new Map();
  return new Map(
    breaches.map((finding) => [
      finding,
      createSecondJudge(check.trace, knownFacts(profile, finding))(finding.rule),
    ]),
  );
}

/** A longer trace is not searched for the fewest records: each look reads it again. */
const MOST_RECORDS = 1500;

/** What a step compared, reduced to what the second judge needs for the same opinion of the same records. */
function verifiedWitness(
  finding: Finding,
  check: CheckResult,
  { known, by }: { readonly known: KnownFacts; readonly by: readonly number[] },
): Finding['witness'] {
  if (check.trace.length > MOST_RECORDS) return finding.witness;
  return judgedWitness(finding, check, (records) => {
    const opinion = createSecondJudge(records, known)(finding.rule);
    return opinion.kind === 'contradicted' && by.every((seq) => opinion.by.includes(seq));
  });
}

/** The result, with a mark at each breach on which both judges agree. */
export function verifiedResult(result: RunResult, profile: Profile): RunResult {
  const checks = result.checks.map((check) => {
    const opinions = secondOpinions(check, profile);
    if (opinions.size === 0) return check;
    const findings = check.findings.map((finding) => {
      const opinion = opinions.get(finding);
      if (opinion?.kind !== 'contradicted') return finding;
      const witness = verifiedWitness(finding, check, {
        known: knownFacts(profile, finding),
        by: opinion.by,
      });
      return { ...finding, verified: true as const, ...(witness && { witness }) };
    });
    return { ...check, findings };
  });
  return { ...result, checks };
}

/**
 * What only one of the judges finds, in words: one of them is wrong. What cannot be said is no difference.
 * @param isRight nothing is wrong with the service, so that whatever the second one finds is a false alarm.
 */
export function differences(check: CheckResult, profile: Profile, isRight: boolean): string[] {
  const opinions = [...secondOpinions(check, profile)];
  const missed = opinions.flatMap(([{ rule }, { kind }]) =>
    kind === 'not contradicted' ? `${check.id}: the second judge does not find ${rule} broken` : [],
  );
  if (!isRight || check.dropped) return [...new Set(missed)];
  const judge = createSecondJudge(check.trace, knownFacts(profile));
  const alone = SERVICE_RULES.flatMap(({ id }) => {
    const opinion = judge(id);
    return opinion.kind === 'contradicted' ? `${check.id}: only the second judge finds ${id} broken` : [];
  });
  return [...missed, ...alone];
}
