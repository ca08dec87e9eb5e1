import { describe, expect, test } from 'vitest';
import { type AuditFacts, auditResult } from '../../../src/audit/outcome/audit-result.js';
import { judgeDays } from '../../../src/audit/outcome/settle.js';
import type { LivedDay } from '../../../src/audit/outcome/lived-day.js';
import { CLIENT_RULES } from '../../../src/contract/rules/client.js';
import { dayOf, LIMITED, refresh } from '../day-of.js';
import { lived } from './lived.js';

const impatient = dayOf(
  [0, 30_000].flatMap((at) => [
    [at, 'devices.read', refresh('d1', { reply: LIMITED(3) })] as const,
    [at + 500, 'devices.read', refresh()] as const,
  ]),
  { day: 'calm' },
);

function resultOf(days: readonly LivedDay[], rest: Partial<AuditFacts> = {}) {
  const traffic = days.flatMap((day) => day.traffic ?? []);
  const ruled = judgeDays(
    'c',
    traffic,
    CLIENT_RULES.map(({ id }) => id),
  );
  const facts = {
    target: 't',
    dialect: 'default',
    seed: 1,
    strict: false,
    waivers: [],
    again: [],
    advice: [],
  };
  return auditResult({ ...facts, ruled, days, cutShort: undefined, ...rest });
}

const checkOf = (result: ReturnType<typeof resultOf>, id: string) =>
  result.checks.find((each) => each.id === id);

describe('the result of an audit', () => {
  test('has a check for each rule and each day', () => {
    const result = resultOf([lived({ traffic: impatient })]);
    expect(result.checks.length).toBe(CLIENT_RULES.length + 1);
    expect(checkOf(result, 'client.waits-after-429')?.verdict).toBe('fail');
    expect(checkOf(result, 'day/calm')).toMatchObject({ area: 'days', verdict: 'pass' });
    expect(result.unreachable).toBeUndefined();
  });

  test('says that no day saw any traffic', () => {
    const result = resultOf([lived()]);
    expect(result.unreachable).toMatch(/no day saw any traffic.*no connection came/);
    expect(checkOf(result, 'day/calm')?.verdict).toBe('inconclusive');
  });

  test('bears with what is waived until its day', () => {
    const waiver = { rule: 'client.waits-after-429' as const, reason: 'r', until: '2100-01-01' };
    const result = resultOf([lived({ traffic: impatient })], { waivers: [waiver] });
    expect(checkOf(result, 'client.waits-after-429')?.verdict).toBe('waived');
    expect(result.waiverProblems).toBeUndefined();
    const expired = resultOf([lived({ traffic: impatient })], {
      waivers: [{ ...waiver, until: '1960-01-01' }],
    });
    expect(expired.waiverProblems?.[0]).toMatch(/expired/);
  });

  test('shows the records around the first occurrence, and of others no numbers that mean another day', () => {
    const record = (seq: number, at: number, exchange: number) => ({
      seq,
      at,
      kind: 'request' as const,
      exchange,
      channel: 'rest' as const,
      what: 'devices.read',
    });
    const records = [record(1, 0, 1), record(2, 500, 2), record(3, 90_000, 9)];
    const other = lived({ name: 'other', traffic: { ...impatient, day: 'other' } });
    const check = checkOf(
      resultOf([lived({ traffic: impatient, records }), other]),
      'client.waits-after-429',
    );
    expect(check?.trace.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(check?.findings.map(({ where, exchanges }) => [where, exchanges.length > 0])).toEqual([
      ['calm', true],
      ['calm', true],
      ['other', false],
      ['other', false],
    ]);
  });
});
