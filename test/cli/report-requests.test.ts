import { describe, expect, test } from 'vitest';
import { parseReportRequests, reportRequests } from '../../src/cli/reports.js';
import { RUN_FORMATS } from '../../src/report/format-names.js';

const message = (...texts: string[]): unknown => {
  const parsed = parseReportRequests(texts, RUN_FORMATS);
  return parsed.ok ? parsed.value : parsed.diagnostics[0];
};

describe('the option --report', () => {
  test('takes a kind and a path, which may hold equals signs', () => {
    expect(message('junit=a=b.xml', 'html=-')).toEqual([
      { kind: 'junit', path: 'a=b.xml' },
      { kind: 'html', path: '-' },
    ]);
  });

  test('knows its kinds, and suggests the nearest', () => {
    expect(message('jason=x')).toMatchObject({ hint: 'Did you mean "json"?' });
    expect(message('pdf=x')).toMatchObject({ hint: 'Known: junit, json, html, github, sarif, trace.' });
    expect(message('toString=x')).toMatchObject({ message: expect.stringContaining('no report of kind') });
  });

  test('wants a path', () => {
    expect(message('junit')).toMatchObject({ hint: 'Write it as --report junit=PATH.' });
    expect(message('junit=')).toMatchObject({ hint: 'Write it as --report junit=PATH.' });
  });

  test('has one stdout to give away', () => {
    expect(message('json=-', 'html=-')).toMatchObject({ message: 'only one report can go to stdout (-)' });
  });

  test('takes the place of no other file of the command', () => {
    const refused = (texts: string[], used: string[]): unknown => {
      const asked = reportRequests(texts, RUN_FORMATS, { cwd: '/tmp' }, used);
      return asked.ok ? 'taken' : asked.diagnostics.map((each) => 'message' in each && each.message);
    };
    expect(refused(['json=a.json', 'html=b.html'], ['mine.yaml', 'refresh/*'])).toBe('taken');
    expect(refused(['junit=./mine.yaml'], ['mine.yaml'])).toEqual([
      'the junit report: ./mine.yaml is another file of this command',
    ]);
    expect(refused(['json=a', 'html=/tmp/a'], [])).toEqual([
      'the html report: /tmp/a is another file of this command',
    ]);
  });
});
