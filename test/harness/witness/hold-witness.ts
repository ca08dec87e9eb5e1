// What has to hold of the witness of each breach: it is small, it breaks the rule alone, and none of it can be left out.
import { expect } from 'vitest';
import { recordsOf, unitsOf } from '../../../src/harness/witness/units.js';
import { patienceToBreak } from '../../../src/harness/witness/witness.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import type { CheckResult, Finding } from '../../../src/harness/verdict/verdict.js';

/** Exchanges, events, stray frames and stimuli. */
const MOST = 12;

export type Proven = Finding & { readonly witness: NonNullable<Finding['witness']> };

export function provenIn(checks: readonly CheckResult[]): readonly Proven[] {
  return checks.flatMap(({ findings }) =>
    findings.filter((finding): finding is Proven => finding.witness !== undefined),
  );
}

export const sizeOf = ({ witness }: Proven): number => unitsOf(witness.records).length;

export function holdWitness(finding: Proven): void {
  expect(problemsOf(finding)).toEqual([]);
}

function problemsOf(finding: Proven): readonly string[] {
  const { records, proof, right } = finding.witness;
  const units = unitsOf(records);
  const spare = units.filter((unit) => {
    const rest = units.filter((each) => each !== unit);
    return patienceToBreak(recordsOf(rest, records), finding) !== undefined;
  });
  const problems = [
    ...(/^[^\n]+\.$/.test(right) ? [] : [`no sentence: ${right}`]),
    ...(units.length <= MOST ? [] : [`${units.length} of them`]),
    ...(proof === 'step' || patienceToBreak(records, finding) !== undefined
      ? []
      : ['does not hold when it is judged alone']),
    ...(proof === 'step' ? [] : spare.map((unit) => `holds without ${JSON.stringify(unit.records[0])}`)),
  ];
  return problems.map((each) => `${finding.rule}, ${finding.where}, ${finding.actual}: ${each}`);
}

/** A check that has seen these records and found this. */
export function checkOf(trace: readonly TraceRecord[], findings: readonly Finding[]): CheckResult {
  return {
    id: 'area/check',
    title: 'a check',
    area: 'area',
    rules: [],
    verdict: 'fail',
    findings,
    attempts: 1,
    startedAt: 0,
    endedAt: 10_000,
    trace,
  };
}
