// The traces of a run as a file that can be judged again.
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/harness/judge/judge.js';
import { parseNdjson } from '../../src/trace/ndjson.js';
import { traceReport } from '../../src/report/formats.js';
import { createSecrets } from '../../src/output/secrets.js';
import { presented } from '../../src/report/presented.js';
import { check, run, sharedBudget } from './run-results.js';

const ticket = check('ws/ticket', {
  trace: [
    { seq: 0, at: 1, kind: 'connection', connection: 'w', state: 'opening', ticket: '<ticket 1>' },
    { seq: 1, at: 2, kind: 'reply', exchange: 1, channel: 'rest', data: { ticket: 'abcdefgh' } },
  ],
});
const result = run([check('a/skipped', { verdict: 'skipped' }), sharedBudget, ticket]);
const text = traceReport(presented(result, { secrets: createSecrets(), readers: 'programs' }));
const read = parseNdjson(text, 'x');
const traces = read.ok ? read.value : [];

describe('the traces of a run', () => {
  test('are one for each check that has done anything', () => {
    expect(traces.map(({ name, dropped }) => [name, dropped])).toEqual([
      ['refresh/shared-budget', 0],
      ['ws/ticket', 0],
    ]);
  });

  test('are judged as they were in the run', () => {
    const context = { strict: true, dropped: 0 };
    expect(traces.map(({ records }) => judge(records, context))).toEqual(
      [sharedBudget, ticket].map(({ trace }) => judge(trace, context)),
    );
  });

  test('hold no secrets, but the names that stand for tickets', () => {
    expect(text).not.toContain('eyJhbGciOi');
    expect(text).not.toContain('abcdefgh');
    expect(text).toContain('<ticket 1>');
  });
});
