import { describe, expect, it, test } from 'vitest';
import { readYaml, YAML_LIMITS } from '../../src/document/yaml-document.js';

const { depth, values, keys: mostKeys, characters, writtenAliases } = YAML_LIMITS;

function problemIn(text: string): string | undefined {
  const read = readYaml(text, 'hostile.yaml');
  if (read.ok) return undefined;
  const [first] = read.problems;
  return first && `${first.file}:${first.line}:${first.column} ${first.message}`;
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const keys = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}: 1`).join('\n');
const braces = (count: number): string => `{ ${keys(count).replaceAll('\n', ', ')} }`;
const aliases = (count: number): string =>
  Array.from({ length: count }, (_, at) => `- &a${at} 1\n- *a${at}`).join('\n');

describe('a YAML text', () => {
  test.each([
    ['levels', nested(depth), nested(depth + 2), /nests more than 64 levels/],
    ['values', '- 1\n'.repeat(values - 2), '- 1\n'.repeat(values + 1), /more than 200000 values/],
    ['keys of a map', keys(mostKeys), keys(mostKeys + 1), /a map has more than 5000 keys/],
    ['keys of a map in braces', braces(mostKeys), braces(mostKeys + 1), /a map has more than 5000 keys/],
    ['characters', '#'.repeat(characters), '#'.repeat(characters + 1), /more than 2097152 characters/],
    ['aliases', aliases(writtenAliases), aliases(writtenAliases + 1), /more than 1000 aliases/],
  ])('may have so many %s, and no more', (_what, within, beyond, message) => {
    expect(problemIn(within)).toBeUndefined();
    expect(problemIn(beyond)).toMatch(message);
  });

  it('may nest as deep as it likes in any style without ending the process', () => {
    const levels = 20_000;
    for (const text of ['['.repeat(levels), '{a: '.repeat(levels), '- '.repeat(levels), '? '.repeat(levels)])
      expect(problemIn(text)).toMatch(/^hostile\.yaml:\d+:\d+ the file nests more than 64 levels deep$/);
  });

  it('is refused when its aliases multiply, or stand inside of themselves', () => {
    const names = 'abcdefghi'.split('');
    const laughs = names
      .slice(1)
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${names[at]}`).join(', ')}]`);
    expect(problemIn(['a: &a [x]', ...laughs].join('\n'))).toMatch(/more than 100 aliases/);
    expect(problemIn('a: &a { b: [*a] }')).toMatch(/inside of what it stands for/);
    expect(problemIn('a: &a { <<: *a }')).toMatch(/inside of what it stands for/);
    expect(problemIn('a: &a [1]\nb: [*a, *a]')).toBeUndefined();
  });

  it('is refused with an alias of nothing, a control character, or half of a character', () => {
    expect(problemIn('a: 1\nb: [*zzz]')).toBe(
      'hostile.yaml:2:5 there is no anchor &zzz before the alias *zzz',
    );
    expect(problemIn('a: *b\nb: &b 1')).toMatch(/1:4 there is no anchor &b/);
    expect(problemIn('a: 1\nb: x\0y')).toBe('hostile.yaml:2:5 YAML does not allow the character U+0000');
    expect(problemIn('a: "\ud800"')).toMatch(/1:5 YAML does not allow the character U\+D800/);
    expect(problemIn('a: 1\nb: "x\\ud800"')).toMatch(/2:4 the text has half of a character/);
    expect(problemIn('"\\udc00": 1')).toMatch(/1:1 the text has half of a character/);
    expect(problemIn('a: "\\ud83d\\ude00 \u{1f600}"\r\n')).toBeUndefined();
  });

  it('tells the mistakes of syntax of the first three lines that have one', () => {
    const read = readYaml(Array.from({ length: 500 }, (_, at) => `a${at}: [`).join('\n'), 'x.yaml');
    expect(read.ok ? 0 : read.problems.length).toBe(3);
  });

  it('has one document', () => {
    expect(problemIn('a: 1\n---\nb: 2')).toMatch(/^hostile\.yaml:\d+:\d+ .*one only$/);
  });
});
