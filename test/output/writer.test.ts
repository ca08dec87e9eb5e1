// The last thing that happens to a text: what is in it does nothing where it is read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escaped } from '../../src/output/escape.js';
import { redactNames, redactQuery } from '../../src/output/secret-names.js';
import { createSecrets } from '../../src/output/secrets.js';
import { safeText, type Syntax } from '../../src/output/writer.js';
import { POISON } from '../attack/print/poison.js';
import { poisonIn } from '../attack/print/search.js';

const secrets = createSecrets();
const written = (text: string, syntax: Syntax = 'text'): string => safeText(text, syntax, secrets);
const poison = fc.array(fc.oneof(fc.constantFrom(...POISON), fc.string({ unit: 'binary' })), {
  maxLength: 6,
});

describe('a finished text', () => {
  test.each(['text', 'yaml', 'xml', 'html', 'markdown'] as const)(
    'in %s does nothing to its reader',
    (syntax) => {
      fc.assert(
        fc.property(poison, (parts) => {
          expect(poisonIn([{ name: 'x', text: written(parts.join(''), syntax) }])).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  test('in JSON does nothing to its reader, and means the same', () => {
    fc.assert(
      fc.property(poison, (parts) => {
        const text = written(`${JSON.stringify({ parts }, null, 2)}\n`, 'json');
        expect(poisonIn([{ name: 'x', text }])).toEqual([]);
        expect(JSON.parse(text)).toEqual({ parts });
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a\u001b[31mb', 'a\\x1b[31mb'],
    ['\u202e\u0085', '\\u202e\\x85'],
    ['\ud800', '\\ud800'],
    ['\u{e0041}', '\\u{e0041}'],
    ['plain\ntext\twith ü, 漢字 and 😀', 'plain\ntext\twith ü, 漢字 and 😀'],
    ['::error::x', '\\x3a:error::x'],
    ['a\n  ::error::x', 'a\n  \\x3a:error::x'],
    ['a ::1 b', 'a ::1 b'],
    ['x ##[error]y ##vso[z]', 'x \\x23#[error]y \\x23#vso[z]'],
  ])('shows %j as %j', (text, shown) => expect(written(text)).toBe(shown));

  test('keeps the colours of a report, and no others', () => {
    expect(written('\u001b[31m\u001b[1mx\u001b[22m\u001b[39m', 'painted')).toBe(
      '\u001b[31m\u001b[1mx\u001b[22m\u001b[39m',
    );
    expect(written('\u001b[5mx\u001b[2J', 'painted')).toBe('\\x1b[5mx\\x1b[2J');
    expect(written('\u001b[31m', 'text')).toBe('\\x1b[31m');
    expect(written('\u001b[2m::error::x', 'painted')).toBe('\u001b[2m\\x3a:error::x');
  });

  test('has the name of a secret written as its syntax needs it', () => {
    const own = createSecrets();
    own.keep('kX7pQ2mV9tR4wZ8', '<secret of "a">');
    expect(safeText('<p>kX7pQ2mV9tR4wZ8</p>', 'html', own)).toBe('<p>&#60;secret of &#34;a&#34;&#62;</p>');
    expect(safeText('{"x":"kX7pQ2mV9tR4wZ8"}', 'json', own)).toBe('{"x":"<secret of \\"a\\">"}');
  });
});

test('what a target says goes on one line', () => {
  expect(escaped('a\nb\tc')).toBe('a\\x0ab\\x09c');
});

describe('what stands under a secret name', () => {
  test('is replaced in a query, however the name is spelt', () => {
    expect(redactQuery('/ws?ticket=abc&limit=2')).toBe('/ws?ticket=<redacted>&limit=2');
    expect(redactQuery('/ws?a=1&t%69cket=abc')).toBe('/ws?a=1&t%69cket=<redacted>');
    expect(redactQuery('/ws?%2574icket=abc')).toBe('/ws?%2574icket=<redacted>');
    expect(redactQuery('/ws?%74icket%20=abc')).toBe('/ws?%74icket%20=<redacted>');
    expect(redactQuery('/ws?wsTicket=abc;access_token=d%zz')).toBe(
      '/ws?wsTicket=<redacted>;access_token=<redacted>',
    );
    expect(redactQuery('/ws?%zz=abc')).toBe('/ws?%zz=<redacted>');
    expect(redactQuery('/ws')).toBe('/ws');
  });

  test('is replaced in JSON, under the names of a dialect, too', () => {
    const isSecret = (name: string): boolean => name === 'old';
    expect(redactNames({ a: [{ old: 'x', b: 'y' }] }, isSecret)).toEqual({
      a: [{ old: '<redacted>', b: 'y' }],
    });
  });
});
