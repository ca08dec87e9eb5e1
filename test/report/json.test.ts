import { describe, expect, test } from 'vitest';
import { jsonReportSchema, reportJsonSchema } from '../../src/report/json-schema.js';
import { jsonReport } from '../../src/report/json.js';
import { check, context, everyVerdict, run, sharedBudget } from './run-results.js';

const parse = (text: string) => jsonReportSchema.parse(JSON.parse(text));

describe('the JSON report', () => {
  test('keeps to its published schema', () => {
    const report = parse(jsonReport(run(everyVerdict), context));
    expect(report).toMatchObject({
      format: 'conform-report/1',
      conclusion: 'broken',
      seed: 42,
      duration: 8250,
    });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(everyVerdict.map(({ verdict }) => verdict));
  });

  test('stays small however much failed, keeps what findings speak of, and says what it left out', () => {
    const long = Array.from({ length: 2000 }, (_, at) => ({
      ...sharedBudget.trace[1]!,
      exchange: at + 10,
      seq: at + 10,
    }));
    const trace = [...sharedBudget.trace, ...long] as typeof sharedBudget.trace;
    const checks = Array.from({ length: 200 }, (_, at) => ({ ...sharedBudget, id: `a/${at}`, trace }));
    const text = jsonReport(run(checks), context);
    expect(text.length).toBeLessThan(20_000_000 / 2);
    for (const each of parse(text).checks) {
      const exchanges = (each.trace ?? []).flatMap((record) =>
        'exchange' in record ? [record['exchange']] : [],
      );
      expect(exchanges).toContain(1);
      expect(exchanges).toContain(2);
      expect((each.traceLeftOut ?? 0) + (each.trace ?? []).length).toBe(trace.length);
    }
  });

  test('gives the verdict on each rule with the checks behind it', () => {
    const { rules } = parse(jsonReport(run(everyVerdict), context));
    expect(rules.find(({ id }) => id === 'refresh.shared-budget')).toMatchObject({
      verdict: 'fail',
      checks: [{ id: 'refresh/shared-budget', verdict: 'fail' }],
    });
    expect(rules.find(({ id }) => id === 'version.in-path')).toMatchObject({
      verdict: 'not checked',
      checks: [],
    });
  });

  test('holds the trace of what did not pass, without secrets and with times from the start of the check', () => {
    const text = jsonReport(run(everyVerdict), context);
    const [passed, failed] = parse(text).checks;
    expect(passed).not.toHaveProperty('trace');
    expect(failed?.trace?.[1]).toMatchObject({ seq: 1, at: 40, kind: 'request' });
    expect(text).not.toContain('eyJhbGciOi');
  });

  test('gives a breach its witness, with times from its first record', () => {
    const [found] = sharedBudget.findings;
    const records = sharedBudget.trace.filter(({ kind }) => kind === 'request' || kind === 'reply');
    const first = records[0]?.at ?? 0;
    const witness = {
      proof: 'judge',
      invariant: 'refresh-spacing',
      records,
      leftOut: 3,
      right: 'A refresh is legal from 3,000 ms after the last.',
      silence: { awaited: 'an event', from: first + 5, to: first + 5005, on: ['ws'] },
    } as const;
    const findings = [{ ...found!, witness, frames: [3] }];
    const text = jsonReport(run([{ ...sharedBudget, findings }]), context);
    const written = parse(text).checks[0]?.findings[0];
    expect(written?.witness).toMatchObject({
      proof: 'judge',
      leftOut: 3,
      silence: { from: 5, to: 5005, on: ['ws'] },
    });
    expect(written?.witness?.trace[0]).toMatchObject({ kind: 'request', at: 0 });
    expect(text).not.toContain('eyJhbGciOi');
  });

  test('says why a run ended early', () => {
    const report = parse(
      jsonReport(run([check('a/b')], { cutShort: 'interrupted', notRestored: ['relay 1'] }), context),
    );
    expect(report).toMatchObject({
      conclusion: 'undecided',
      cutShort: 'interrupted',
      notRestored: ['relay 1'],
    });
  });

  test('gives as data what no other part of it tells', () => {
    const waiverProblems = ['the waiver of ws.ping has expired'];
    const leastTime = { time: 7500.04, because: 'the waits of a/b' };
    const checks = [check('a/b', { verdict: 'inconclusive', dropped: 3 })];
    const report = parse(jsonReport(run(checks, { waiverProblems, leastTime }), context));
    expect(report).toMatchObject({ waiverProblems, leastTime: { time: 7500, because: 'the waits of a/b' } });
    expect(report.checks[0]?.dropped).toBe(3);
    const unseen = report.rules.filter(({ unobservable }) => unobservable !== undefined).map(({ id }) => id);
    expect(unseen).toEqual(['limits.control-stricter']);
  });

  test('has a JSON Schema that closes its objects', () => {
    expect(reportJsonSchema()).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { format: { const: 'conform-report/1' } },
    });
  });
});
