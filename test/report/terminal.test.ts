import { describe, expect, test } from 'vitest';
import { NO_PAINT } from '../../src/report/layout.js';
import { terminalReport } from '../../src/report/terminal/terminal.js';
import { RULES, UNOBSERVABLE } from '../../src/contract/rules/catalogue.js';
import { check, context, everyVerdict, finding, oneRequest, run, sharedBudget } from './run-results.js';

describe('the terminal report', () => {
  test('tells a stranger what was tested, what broke and how to see it again', async () => {
    await expect(terminalReport(run(everyVerdict), context)).toMatchFileSnapshot(
      '__snapshots__/every-verdict.txt',
    );
  });

  test('of a run without a problem is a table and a summary', async () => {
    const result = run([check('auth/token', { rules: ['auth.token-issued'] })]);
    await expect(terminalReport(result, { ...context, speed: 10 })).toMatchFileSnapshot(
      '__snapshots__/all-passed.txt',
    );
  });

  test('says when the run was cut short and when relays were not put back', () => {
    const text = terminalReport(
      run([check('auth/token')], {
        cutShort: 'interrupted',
        notRestored: ['relay 1 of plant-0001 is on, was off'],
      }),
      context,
    );
    expect(text).toContain('cut short: interrupted');
    expect(text).toContain('NOT as they were found: relay 1 of plant-0001 is on, was off');
    expect(text).not.toContain('No stated rule was broken');
  });

  test('tells causes before what rests on checks alone, and repeats them with the whole run', () => {
    const text = terminalReport(
      run([
        check('envelope/errors', { verdict: 'fail', findings: [finding('envelope.json')] }),
        check('target/answers', { verdict: 'fail', ofRun: true, findings: [finding('ws.ping')] }),
      ]),
      context,
    );
    expect(text.indexOf('ws.ping ')).toBeLessThan(text.indexOf('envelope.json '));
    expect(text).toMatch(/repeat +conform run --seed 42/);
  });

  test('tells what is not as the dialect says', () => {
    const dialectProblems = ['ticket at /data/ticket: expected a string, got 7'];
    const text = terminalReport(run([check('auth/token')], { dialectProblems }), context);
    expect(text).toContain('Not as the dialect says\n  ticket at /data/ticket: expected a string, got 7');
  });

  test('holds the time of the run against what its waits demand where everything is to be told', () => {
    const leastTime = { time: 7500, because: 'the time between refreshes of 2 devices' };
    const result = run([check('auth/token')], { leastTime });
    expect(terminalReport(result, context, { detail: 'verbose' })).toContain(
      'Time     8.25 s; no order of these checks takes less than 7.5 s, because of the time between refreshes of 2\n' +
        '         devices',
    );
    expect(terminalReport(result, context)).not.toContain('no order');
  });

  test('has at most twelve lines where nothing is wrong, however much was checked and skipped', () => {
    const passed = Array.from({ length: 200 }, (_, at) => check(`ws/case-${at}`));
    const reason = 'it needs a relay, which the target is without';
    const skipped = Array.from({ length: 40 }, (_, at) =>
      check(`relay/case-${at}`, { verdict: 'skipped', reason }),
    );
    const programs = { programs: 27, operations: 400, took: 20_000 };
    const result = run([...passed, ...skipped], { programs, leastTime: { time: 1, because: 'waits' } });
    const text = terminalReport(result, context, { width: 80 });
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(text).toContain('Skipped  40 checks; --verbose tells which, and why');
    expect(terminalReport(result, context, { detail: 'verbose' })).toContain(reason);
  });

  test('tells nothing but the result and what is broken where it is to be quiet', () => {
    expect(terminalReport(run([check('auth/token')]), context, { detail: 'quiet' })).toBe(
      'Result   No stated rule was broken in what was checked.\n',
    );
    const bad = run([check('ws/a', { verdict: 'fail', findings: [finding('envelope.code')] })]);
    expect(terminalReport(bad, context, { detail: 'quiet' })).toBe(
      '1 rule broken\n  envelope.code: ws/a\n\nResult   1 check found a rule of the interface broken.\n',
    );
  });

  test('says of an undecided check in a line each what it is, why, and how to try it again', () => {
    const reason = `the target refused: ${'again and '.repeat(30)}again`;
    const text = terminalReport(run([check('ws/a', { verdict: 'inconclusive', reason })]), context);
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith('  inconclusive  ws/a'));
    expect(lines[at + 1]).toMatch(/^ {4}why {8}the target refused: .*…$/);
    expect(lines[at + 2]).toMatch(/^ {4}repeat {5}conform run ws\/a/);
  });

  test('tells the time of the machine apart from virtual time, and what came in the way of either', () => {
    const checks = [check('auth/token')];
    const virtual = terminalReport(run(checks), { ...context, virtual: true, machineTime: 312, unread: 2 });
    expect(virtual).toMatch(/of virtual time \(312 ms on this machine\)/);
    expect(virtual).toContain('time went on although nobody read what was sent, 2 times');
    const real = terminalReport(run(checks, { lateBy: 812 }), context);
    expect(real).toContain('Machine  was late by up to 812 ms, so fewer checks ran at a time');
    expect(real).not.toMatch(/virtual|although/);
  });

  test('names the rules that nobody can observe, and why', () => {
    const rules = RULES.map(({ id }) => id).filter((id) => UNOBSERVABLE[id] === undefined);
    const result = run([check('auth/token', { rules })]);
    const text = terminalReport(result, context, { detail: 'verbose' });
    expect(text).toMatch(/Not to be seen from outside\n {2}limits\.control-stricter\n {4}No quota is given/);
  });

  test('leaves those rules out where only a few checks were run', () => {
    const text = terminalReport(run([check('auth/token', { rules: ['auth.token-issued'] })]), context);
    expect(text).not.toContain('Not to be seen');
  });

  test('gives a line to send by hand only where that line alone shows what is wrong', () => {
    expect(terminalReport(run([sharedBudget]), context)).not.toContain('curl');
    expect(terminalReport(run([oneRequest]), context)).toContain('curl -i -H "authorization: Bearer $TOKEN"');
  });

  test('says first what broke, in few lines, when much was checked', () => {
    const failed = Array.from({ length: 40 }, (_, at) =>
      check(`auth/case-${at}`, { verdict: 'fail', findings: [finding(RULES[at]?.id ?? 'envelope.code')] }),
    );
    const passed = Array.from({ length: 100 }, (_, at) => check(`ws/case-${at}`));
    const text = terminalReport(run([...failed, ...passed]), context);
    const lines = text.split('\n');
    expect(lines[3]).toBe('40 rules broken');
    expect(lines[4]).toContain(RULES[0]?.id);
    expect(lines.slice(0, 24).join('\n')).toContain('and 28 more rules');
    expect(text).toContain('32 more of this kind, in short');
    for (const { id } of RULES.slice(0, 40)) expect(text).toContain(id);
    expect(text).not.toContain('ws/case-3');
    expect(lines.length).toBeLessThan(250);
  });

  test('calls a run that could decide nothing no success', () => {
    const text = terminalReport(
      run([check('auth/token', { verdict: 'skipped', reason: 'not safe' })]),
      context,
    );
    expect(text).toContain('Nothing broken, but nothing could be checked');
  });

  test('never shows a secret, whatever the trace holds', () => {
    const text = terminalReport(run([oneRequest]), context);
    expect(text).not.toContain('eyJhbGciOi');
    expect(text).toContain('Bearer $TOKEN');
  });

  test('shows one case of a broken rule, the one that is about it, and names the rest', () => {
    const checks = [1, 2, 3, 4, 5].map((at) =>
      check(`auth/case-${at}`, { verdict: 'fail', findings: [finding('envelope.code')] }),
    );
    const own = { ...checks[3]!, rules: ['envelope.code'] } as const;
    const text = terminalReport(run(checks.with(3, own)), context);
    expect(text.match(/check {6}auth\/case-\d/g)).toEqual(['check      auth/case-4']);
    expect(text).toContain('also in    4 checks: auth/case-1, auth/case-2, auth/case-3, auth/case-5');
  });

  test('marks every verdict with the paint that it is given', () => {
    const mark = (name: string) => (text: string) => `<${name}>${text.trim()}</${name}>`;
    const paint = { ...NO_PAINT, good: mark('good'), bad: mark('bad'), doubtful: mark('doubtful') };
    const text = terminalReport(run(everyVerdict), context, { paint });
    expect(text).toContain('<good>pass</good>');
    expect(text).toContain('<bad>FAIL</bad>');
    expect(text).toContain('<doubtful>inconclusive</doubtful>');
  });

  test('keeps to the width of a narrow terminal', () => {
    const text = terminalReport(run(everyVerdict), context, { width: 72 });
    const tooLong = text.split('\n').filter((line) => line.length > 72 && !/curl|conform run/.test(line));
    expect(tooLong).toEqual([]);
  });
});
