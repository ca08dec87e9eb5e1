// The command that compares two reports.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonReport } from '../../../src/report/json.js';
import { check, context, everyVerdict, run } from '../../report/run-results.js';
import { say } from '../command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-diff-'));
const diffing = (...words: readonly string[]) => say({ cwd: folder }, 'diff', ...words);
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const bad = jsonReport(run(everyVerdict), context);
write('bad.json', bad);
write('good.json', jsonReport(run(everyVerdict.map(({ id }) => check(id))), context));

describe('conform diff', () => {
  test('ends with 1 when something got worse, and with 0 when nothing did', async () => {
    expect(await diffing('good.json', 'bad.json')).toMatchObject({ code: 1, err: '' });
    expect(await diffing('bad.json', 'bad.json')).toEqual({ code: 0, out: 'No difference.\n', err: '' });
  });

  test('gives the difference to programs', async () => {
    const { code, out } = await diffing('--json', 'good.json', 'bad.json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      worse: true,
      checks: [
        { id: 'refresh/shared-budget', before: 'pass', after: 'fail', trend: 'worse' },
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    });
  });

  test('reads what a later program has written more into a report of the same format', async () => {
    write('more.json', bad.replace('"seed"', '"later": 1, "seed"'));
    expect(await diffing('bad.json', 'more.json')).toMatchObject({ code: 0 });
  });

  test.each([
    ['none.json', undefined, 'there is no such file'],
    ['text.json', 'hello', 'text.json is no JSON report of a run'],
    ['list.json', '[]', 'list.json is no JSON report of a run'],
    [
      'later.json',
      bad.replace('report/1', 'report/2'),
      'conform-report/2, and this program reads conform-report/1',
    ],
    ['torn.json', bad.replace('"seed": 42', '"seed": "x"'), 'torn.json is damaged: seed: '],
  ])('refuses %s with 2, and says why', async (name, content, why) => {
    if (content !== undefined) write(name, content);
    const { code, out, err } = await diffing('good.json', name);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });
});
