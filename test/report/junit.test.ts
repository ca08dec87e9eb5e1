import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { junitReport } from '../../src/report/junit.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

/** What a strict parser that knows nothing of the writer complains about. */
function diagnostics(xml: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => found.push(error.message));
  parser.write(xml).close();
  return found;
}

function parsed(xml: string) {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase'].includes(name),
  });
  return parser.parse(xml).testsuites;
}

describe('the JUnit report', () => {
  test('tells times of the machine, and of a suite from its first check to its last', () => {
    const checks = [
      check('a/one', { startedAt: 1000, endedAt: 3000 }),
      check('a/two', { startedAt: 2000, endedAt: 6000 }),
    ];
    const result = run(checks, { startedAt: 0, endedAt: 10_000 });
    const xml = junitReport(result, { ...context, speed: 10 });
    expect(xml).toMatch(/<testsuites [^>]*time="1\.000"/);
    expect(xml).toMatch(
      /<testsuite [^>]*name="a"[^>]*time="0\.500"[^>]*timestamp="1970-01-01T00:00:00\.100Z"/,
    );
    expect([...xml.matchAll(/<testcase [^>]*time="([\d.]+)"/g)].map(([, time]) => time)).toEqual([
      '0.200',
      '0.400',
    ]);
  });

  test('is well-formed, and counts what CI services count', () => {
    const xml = junitReport(run(everyVerdict), context);
    expect(diagnostics(xml)).toEqual([]);
    const suites = parsed(xml);
    expect(suites).toMatchObject({ tests: '8', failures: '1', errors: '1', skipped: '4', time: '8.250' });
    const refresh = suites.testsuite.find((suite: { name: string }) => suite.name === 'refresh');
    expect(refresh).toMatchObject({ tests: '3', failures: '1', errors: '0', skipped: '1' });
    expect(refresh.timestamp).toBe('2026-01-15T12:00:00.100Z');
  });

  test('puts rule, expectation, exchanges and the way to repeat into a failure', () => {
    const [, refresh] = parsed(junitReport(run(everyVerdict), context)).testsuite;
    const [failed] = refresh.testcase;
    expect(failed).toMatchObject({
      classname: 'conform.refresh',
      file: 'scenarios/refresh/shared-budget.yaml',
      line: '14',
      failure: {
        message: 'refresh.shared-budget: expected code RATE_LIMITED, got code SUCCESS',
        type: 'refresh.shared-budget',
      },
    });
    expect(failed.failure['#text']).toContain('GET /svc/v1/devices/plant-0001');
    expect(failed.failure['#text']).toContain('conform run refresh/shared-budget --seed 42');
  });

  test('leaves neither inconclusive nor skipped checks green', () => {
    const xml = junitReport(run(everyVerdict), context);
    expect(xml).toContain('<skipped message="inconclusive: the target answered 500 four times in a row"/>');
    expect(xml).toContain('<skipped message="skipped: no stimulus:');
  });

  test('keeps a warning green and says it', () => {
    const warned = check('a/b', {
      verdict: 'warn',
      findings: [finding('devices.unknown', { verdict: 'warn' })],
    });
    const [suite] = parsed(junitReport(run([warned]), context)).testsuite;
    expect(suite.failures).toBe('0');
    expect(suite.testcase[0]['system-out']).toContain('warning: devices.unknown: expected');
  });

  test('is red when the run was cut short or left relays switched', () => {
    const result = run([check('a/b')], { cutShort: 'interrupted', notRestored: ['relay 1 is on, was off'] });
    const suites = parsed(junitReport(result, context));
    expect(suites).toMatchObject({ tests: '3', errors: '2' });
  });

  test('counts a case beside those of its checks for each thing that is wrong with the run as a whole', () => {
    const of = (more: Parameters<typeof run>[1]) =>
      parsed(junitReport(run([check('a/b')], more), context)) as {
        tests: string;
        testsuite: { name: string; testcase: { name: string }[] }[];
      };
    expect(of({}).tests).toBe('1');
    const wrong = of({
      cutShort: 'interrupted',
      notRestored: ['relay 1 is on, was off'],
      waiverProblems: ['the waiver of ws.ping has expired'],
    });
    expect(wrong.tests).toBe('4');
    expect(wrong.testsuite.find(({ name }) => name === 'run')?.testcase.map(({ name }) => name)).toEqual([
      'the run came to its end',
      'the target is left as it was found',
      'the waivers and the baseline name what is there',
    ]);
  });

  test('survives whatever bytes a target sends', () => {
    const nasty = 'a\u0000b\u001b[31m \ud800 ]]> <&"\' \uffff end';
    const failed = check('a/b', {
      title: nasty,
      verdict: 'fail',
      findings: [finding('envelope.json', { actual: nasty })],
    });
    const xml = junitReport(run([failed]), context);
    expect(diagnostics(xml)).toEqual([]);
    const text: string = parsed(xml).testsuite[0].testcase[0].failure['#text'];
    expect(text).toContain(String.raw`a\u0000b\u001b[31m \ud800 ]]> <&"' \uffff end`);
  });

  test('of a run without checks is still a document', () => {
    expect(diagnostics(junitReport(run([]), context))).toEqual([]);
  });
});
