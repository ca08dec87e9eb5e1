// What is known to be secret is found in text, URLs, JSON and base64, and in pieces; what is nobody's secret stays.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../src/output/secrets.js';
import { ENCODINGS, SPLITS } from '../attack/print/encodings.js';
import { leaksIn } from '../attack/print/search.js';

const SECRET = 'kX7_pQ2.mV9-tR4wZ8sB1';
const token = fc
  .stringMatching(/^[A-Za-z0-9._-]{16,48}$/)
  .filter((text) => new Set(text.toLowerCase()).size > 9);
/** Text without what could be read as more of the encoding. */
const beside = fc.string({
  unit: fc.constantFrom(' ', ',', ';', '(', ')', '{', '}', '!', 'ä'),
  maxLength: 5,
});

function keeping(...secrets: readonly string[]) {
  const book = createSecrets();
  for (const secret of secrets) book.keep(secret, '<secret>');
  return book;
}

describe('a secret', () => {
  test.each(Object.entries(ENCODINGS))('does not pass as %s', (_, encode) => {
    fc.assert(
      fc.property(token, beside, beside, (secret, before, after) => {
        const secrets = keeping(secret);
        const text = `${before}${encode(secret)}${after}`;
        expect(
          leaksIn([{ name: 'value', text: JSON.stringify(secrets.redact({ text })) }], [secret]),
        ).toEqual([]);
        expect(leaksIn([{ name: 'text', text: secrets.mask(text, 'sentence') }], [secret])).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each(Object.entries(SPLITS))('does not pass as %s', (_, split) => {
    fc.assert(
      fc.property(token, (secret) => {
        const shown = JSON.stringify(keeping(secret).redact({ data: split(secret), other: 1 }));
        expect(leaksIn([{ name: 'value', text: shown }], [secret])).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('has one name wherever it stands, and each of its pieces another', () => {
    const secrets = keeping(SECRET);
    expect(secrets.redact(`a ${SECRET} b ${encodeURIComponent(SECRET)}`)).toBe('a <secret> b <secret>');
    const [first, second] = [SECRET.slice(0, 9), SECRET.slice(10, 19)];
    const shown = secrets.redact({ ids: [`id-${first}!`, `id-${second}!`, `id-${first}!`] });
    expect(shown.ids[0]).toBe(shown.ids[2]);
    expect(shown.ids[0]).not.toBe(shown.ids[1]);
  });

  test('is replaced once, however often a text is looked through', () => {
    const secrets = createSecrets();
    secrets.keep('operator-secret-operator', '<secret of operator>');
    const once = secrets.redact({ text: 'x operator-secret-operator y operator-s' });
    expect(secrets.redact(once)).toEqual(once);
    expect(secrets.mask(JSON.stringify(once), 'document')).toBe(JSON.stringify(once));
  });

  test('shows what it has in common with public words, and no more', () => {
    const secrets = createSecrets();
    secrets.keep('controller-4711-x9', '<secret>');
    secrets.open(['controller']);
    expect(secrets.redact('the controller of controller-4711-x9')).toBe('the controller of <secret>');
    expect(secrets.redact('ntroller-4711')).not.toContain('4711');
  });

  test('that a target has chosen does not rewrite a finished text', () => {
    const secrets = createSecrets();
    secrets.open(['inconclusive', 'idempotency.after-lost-response']);
    for (const chosen of [
      '"verdict": "fail"',
      'inconclusive',
      'idempotency.after-lost-response',
      '<testsuite name=',
    ])
      secrets.token(chosen, 'reader');
    const report = '{"verdict": "fail", "why": "inconclusive", "rule": "idempotency.after-lost-response"}';
    for (const among of ['sentence', 'document'] as const) expect(secrets.mask(report, among)).toBe(report);
  });

  test('that a target has chosen leaves the elements of a page and the names of a report', () => {
    const secrets = createSecrets();
    for (const chosen of [
      'testsuites',
      'testsuite.name-x7',
      'findings-and-4-verdicts',
      '<testsuite name=',
      'h2-rules-checks',
    ])
      secrets.token(chosen, 'reader');
    const page = '<testsuites><testsuite name="x"/></testsuites> {"findings": ["verdicts"]}';
    expect(secrets.mask(page, 'document')).toBe(page);
  });

  test('leaves the JSON around it whole, whatever stands beside it', () => {
    fc.assert(
      fc.property(
        token,
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.string({ maxLength: 6 }),
        (secret, before, after) => {
          const text = JSON.stringify({
            [`${before}${secret}${after}`]: [`${before}${secret}`, `${secret}${after}`],
          });
          const masked = keeping(secret).mask(text, 'document');
          expect(() => JSON.parse(masked) as unknown).not.toThrow();
          expect(leaksIn([{ name: 'masked', text: masked }], [secret])).toEqual([]);
        },
      ),
    );
  });

  test('is found with its characters escaped, all or some of them, once or several times', () => {
    const secrets = createSecrets();
    const value = 'R4nd0m+Reader/Secret=77xY';
    secrets.keep(value, '<secret>');
    const hex = (at: number): string => value.charCodeAt(at).toString(16);
    const written = (escape: (at: number, character: string) => string): string =>
      [...value].map((character, at) => escape(at, character)).join('');
    for (const text of [
      written((at) => `%${hex(at)}`),
      written((at) => `%25${hex(at)}`),
      written((at, character) => (at % 3 === 0 ? `%${hex(at)}` : character)),
      written((at) => `\\u00${hex(at)}`),
      written((at) => `&#x${hex(at)};`),
      written((at) => `&#${value.charCodeAt(at)};`),
      written((at) => `&#x00${hex(at)};`),
      written((at) => `&#00${value.charCodeAt(at)};`),
    ])
      expect(secrets.redact(`a %41 ${text} z`)).toBe('a %41 <secret> z');
  });

  test('of letters beyond ASCII is found in the bytes that stand for it', () => {
    const secrets = keeping('pässwörter-größe-7');
    for (const form of [
      encodeURIComponent('pässwörter-größe-7'),
      JSON.stringify('pässwörter-größe-7').slice(1, -1),
    ])
      expect(secrets.redact(form)).toBe('<secret>');
  });

  test('of sixty thousand characters is hidden as a whole, and its beginning in pieces', () => {
    const long = Array.from(
      { length: 6000 },
      (_, at) => `${(at * 7919).toString(36).padStart(6, 'q')}-${at % 1000}`,
    ).join('');
    const secrets = createSecrets();
    secrets.token(long, 'reader');
    expect(secrets.redact(`a ${long} b`)).toBe('a <token of reader> b');
    expect(secrets.redact(`a ${long.slice(40, 60)} b`)).toBe('a <token of reader, piece 1> b');
  });

  test('does not make a long text slow, however often it stands there', () => {
    const secrets = keeping(SECRET);
    for (const text of [
      `"${SECRET}",`,
      `<${SECRET}`,
      `${SECRET.slice(0, 9)} `,
      encodeURIComponent(`%${SECRET}`),
    ])
      expect(secrets.mask(text.repeat(20_000), 'document')).not.toContain(SECRET.slice(0, 9));
    const run = Buffer.from(`${'x'.repeat(40_000)}${SECRET}`);
    expect(secrets.redact(run.toString('base64'))).toMatch(/<secret>/);
  });

  test('is found among ten thousand others', () => {
    const secrets = createSecrets();
    for (let at = 0; at < 10_000; at++)
      secrets.token(`tk-${at.toString(36).padStart(6, '0')}-${at * 7919}`, 'reader');
    expect(secrets.redact('x tk-0007pr-79182081 y')).toBe('x <token of reader> y');
  });
});

describe('a token that is made of one that was issued', () => {
  const secrets = createSecrets();
  secrets.token('tk-4f9s8d7f6g5h', 'reader');
  test.each([
    ['tk-4f9s8d7f6g5hx', '<token of reader>x'],
    ['xtk-4f9s8d7f6g5h', 'x<token of reader>'],
    ['tk-4f9s8d7f6g5htk-4f9s8d7f6g5h', '<token of reader><token of reader>'],
    ['tk-4f9s8d7f6a5h', '<token of reader, near miss>'],
    ['tk-4f9s8d7f6a5b', '<token of nobody>'],
  ])('is named by what it is made of: %s', (text, alias) => {
    expect(secrets.token(text)).toBe(alias);
  });
});

describe('a text without secrets', () => {
  test('is the very same value', () => {
    const secrets = keeping(SECRET);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(secrets.redact({ value })).toEqual({ value });
      }),
    );
  });
});
