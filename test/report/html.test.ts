import { describe, expect, test } from 'vitest';
import { htmlReport } from '../../src/report/html/html.js';
import { escapeHtml } from '../../src/report/html/markup.js';
import { check, context, everyVerdict, finding, run } from './run-results.js';

describe('the HTML report', () => {
  const page = htmlReport(run(everyVerdict), context);

  test('needs nothing but itself: no script, and nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(/i);
    expect(page.match(/(?:src|href)="[^#"]*"/g)).toBeNull();
  });

  test('closes every element that it opens', () => {
    const open: string[] = [];
    const wrong: string[] = [];
    for (const [, slash, name = '', rest = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)) {
      if (/^(meta|br)$/.test(name) || rest.endsWith('/')) continue;
      if (slash === '') open.push(name);
      else if (open.pop() !== name) wrong.push(name);
    }
    expect([...open, ...wrong]).toEqual([]);
  });

  test('links rules and checks to each other, and every link leads somewhere', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('opens what is worth looking at and leaves closed what passed', () => {
    const cases = [...page.matchAll(/<details class="case" id="check-([^"]*)"( open)?>/g)];
    const opened = cases.filter(([, , open]) => open !== undefined);
    expect(cases).toHaveLength(everyVerdict.length);
    expect(opened).toHaveLength(4);
  });

  test('draws the exchanges of a check in lanes', () => {
    expect(page).toContain('aria-label="Timeline of refresh/shared-budget: REST, WebSocket main"');
    expect(page).toContain('<title>1: GET /svc/v1/devices/plant-0001, 200 SUCCESS, 40 to 80 ms</title>');
  });

  test('cannot be broken out of by what a target answers', () => {
    const nasty = '</dd><script>alert(1)</script>\u0000"\'';
    const failed = check('a/"><b', {
      title: nasty,
      reason: nasty,
      verdict: 'fail',
      findings: [finding('envelope.code', { actual: nasty })],
    });
    const text = htmlReport(run([failed], { target: nasty }), context);
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;/dd&gt;&lt;script&gt;');
    expect(escapeHtml('a\u0000\u001bb\n')).toBe('a\u{fffd}\u{fffd}b\n');
  });

  test('shows no secret', () => {
    expect(page).not.toContain('eyJhbGciOi');
  });
});
