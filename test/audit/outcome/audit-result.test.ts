import { describe, expect, test } from 'vitest';
import { type AuditFacts, auditResult } from '../../../src/audit/outcome/audit-result.js';
import { judgeDays } from '../../../src/audit/outcome/settle.js';
import type { LivedDay } from '../../../src/audit/outcome/lived-day.js';
import { CLIENT_RULES } from '../../../src/contract/rules/client.js';
import { clientReport } from '../../../src/report/terminal/judged.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { dayOf, deliveryOf, LIMITED, refresh, relays } from '../day-of.js';
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

  test('shows what broke a rule beside the same without the fault, on one axis of time', () => {
    const turns = Array.from({ length: 40 }, (_, turn) => ({
      at: 5000 + turn * 5000,
      isCopied: turn % 2 === 1,
    }));
    const commands = turns.flatMap(({ at, isCopied }) =>
      (isCopied ? [50, 850] : [50]).map(
        (after) => [at + after, 'relays.set', relays(`k${at + after}`)] as const,
      ),
    );
    const deliveries = turns.flatMap(({ at, isCopied }) => [
      deliveryOf(at, `e${at}`),
      ...(isCopied ? [deliveryOf(at + 800, `e${at}`, { copy: true })] : []),
    ]);
    const traffic = dayOf(commands, { day: 'calm', deliveries, to: 220_000, isDrawn: true });
    const topic = 'device.state.changed';
    const records = [
      ...deliveries.map(({ at, eventId }) => ({
        at,
        kind: 'event' as const,
        connection: 'ws-1',
        topic,
        eventId,
      })),
      ...traffic.exchanges.map(({ id, cameAt: at }) => {
        return { at, kind: 'request' as const, exchange: id, channel: 'rest' as const, what: 'relays.set' };
      }),
    ]
      .toSorted((a, b) => a.at - b.at)
      .map((each, at) => ({ ...each, seq: at + 1 }) as TraceRecord);
    const result = resultOf([lived({ traffic, records })]);
    const witness = checkOf(result, 'client.handles-events-idempotently')?.findings[0]?.witness;
    // Once: an event and a command. With a copy: two of each.
    expect(witness).toMatchObject({ untreated: [1, 2], leftOut: 114 });
    expect(witness?.records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    const text = clientReport(result);
    expect(text).toMatch(/\n +0 +otherwise ws-1 +event device.state.changed/);
    expect(text).toMatch(/\n +5050 +REST +relays.set/);
  });
});
