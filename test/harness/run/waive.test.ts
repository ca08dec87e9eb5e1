// Waivers: what is waived is shown and fails nothing; a waiver that is out of date, or of no use, does.
import { expect, test } from 'vitest';
import { isExpired, waive, waiverProblems } from '../../../src/harness/run/baseline.js';
import type { CheckResult, Finding } from '../../../src/harness/verdict/verdict.js';

const NOW = Date.parse('2026-06-15');
const waiver = { rule: 'ws.ping', reason: 'ticket 12', until: '2026-06-30' } as const;
const profile = { waivers: [waiver] };

function finding(rule: Finding['rule'], verdict: Finding['verdict']): Finding {
  return { rule, verdict, where: 'line 1', expected: 'a', actual: 'b', exchanges: [] };
}

function check(verdict: CheckResult['verdict'], ...findings: Finding[]): CheckResult {
  const place = { startedAt: NOW, endedAt: NOW, attempts: 1, trace: [] };
  return { id: 'ws/ping', title: 't', area: 'ws', rules: ['ws.ping'], verdict, findings, ...place };
}

test('a breach of a waived rule is waived, also one of a derived rule, and the check with it', () => {
  expect(waive(check('fail', finding('ws.ping', 'fail')), profile)).toMatchObject({
    verdict: 'waived',
    findings: [{ verdict: 'waived' }],
  });
  expect(waive(check('warn', finding('ws.ping', 'warn')), profile).verdict).toBe('waived');
});

test('what else the check found stands', () => {
  const both = check('fail', finding('ws.ping', 'fail'), finding('envelope.json', 'fail'));
  expect(waive(both, profile).verdict).toBe('fail');
  const open = check('inconclusive', finding('ws.ping', 'inconclusive'));
  expect(waive(open, profile)).toBe(open);
});

test('an expired waiver waives nothing, and fails the run', () => {
  const late = { waivers: [{ ...waiver, until: '2026-06-01' }] };
  const failed = check('fail', finding('ws.ping', 'fail'));
  expect(waive(failed, late)).toBe(failed);
  expect(waiverProblems([failed], late, { now: NOW })).toEqual([
    'the waiver of ws.ping expired on 2026-06-01 (ticket 12)',
  ]);
});

test('the last day counts, whatever the time zone', () => {
  const end = Date.parse('2026-06-30T23:59:00-12:00');
  expect(isExpired(waiver, end)).toBe(false);
  expect(isExpired(waiver, end + 60_001)).toBe(true);
});

test('a waiver of a rule that holds fails the run, one of a rule that nobody checked does not', () => {
  expect(waiverProblems([check('pass', finding('ws.ping', 'pass'))], profile, { now: NOW })).toEqual([
    'the waiver of ws.ping waives nothing, for the rule holds: remove it',
  ]);
  expect(waiverProblems([check('pass', finding('envelope.json', 'pass'))], profile, { now: NOW })).toEqual(
    [],
  );
  const waived = waive(check('fail', finding('ws.ping', 'fail')), profile);
  expect(waiverProblems([waived], profile, { now: NOW })).toEqual([]);
});
