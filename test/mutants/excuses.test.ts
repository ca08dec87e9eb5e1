// The list of excused mutants: its form, and that each of them still exists.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesBelow } from '../../proof/mutants/copy.js';
import { createExcuseBook, parseExcuses, readExcuses } from '../../proof/mutants/excuses.js';
import { instrument } from '../../proof/mutants/instrument.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILE = join(ROOT, 'test', 'mutants', 'excused.yaml');

const GOOD = `
- reason: left free by the interface
  clause: envelope.message
  why: The text of a refusal is open.
  mutants:
    service/a.ts StringLiteral 0123abcd 2: "'x' => ''"
`;

const problemsOf = (text: string): readonly string[] => {
  const read = parseExcuses(text, 'excused.yaml');
  return read.ok ? [] : read.problems.map(({ message }) => message);
};

describe('the form of an excuse', () => {
  it('is a reason, why, and mutants', () => {
    expect(problemsOf(GOOD)).toEqual([]);
  });

  it.each([
    ['a clause where something is left free', GOOD.replace('  clause: envelope.message\n', '')],
    ['no clause elsewhere', GOOD.replace('left free by the interface', 'part of the bench')],
    ['a known reason', GOOD.replace('left free by the interface', 'not worth it')],
    ['a mutant of the right form', GOOD.replace('StringLiteral 0123abcd 2', 'line 12')],
    ['words that say why', GOOD.replace('The text of a refusal is open.', 'free')],
  ])('has %s', (_what, text) => {
    expect(problemsOf(text)).not.toEqual([]);
  });
});

describe('the book of excuses', () => {
  const excuses = parseExcuses(GOOD + GOOD, 'excused.yaml');
  const book = createExcuseBook(excuses.ok ? excuses.value : []);

  it('finds the excuse of a mutant', () => {
    expect(book.of('service/a.ts StringLiteral 0123abcd 2')?.clause).toBe('envelope.message');
    expect(book.of('service/a.ts StringLiteral 0123abcd')).toBeUndefined();
  });

  it('complains of mutants that are gone and of those that are named twice', () => {
    expect(book.problems([])).toEqual([
      'service/a.ts StringLiteral 0123abcd 2 is excused, but there is no such mutant any more',
      'service/a.ts StringLiteral 0123abcd 2 is excused twice',
    ]);
  });
});

describe('the excuse of a whole file', () => {
  const whole = `
- reason: part of the bench
  why: It is the world around the service.
  files: [device/signals/*.ts]
`;
  const read = (text: string) => {
    const excuses = parseExcuses(text, 'excused.yaml');
    return createExcuseBook(excuses.ok ? excuses.value : []);
  };
  const SINE = { id: 'service/a.ts StringLiteral 0123abcd 2', file: 'device/signals/sine.ts' };

  it('is found by the file, and needs no mutants', () => {
    expect(problemsOf(whole)).toEqual([]);
    expect(read(whole).ofFile('device/signals/sine.ts')?.reason).toBe('part of the bench');
    expect(read(whole).ofFile('device/relay.ts')).toBeUndefined();
    expect(problemsOf(whole.replace(/ {2}files.*\n/, ''))).not.toEqual([]);
  });

  it('is complained of when the file is gone, and when a mutant of it is excused by itself, too', () => {
    expect(read(whole).problems([])).toEqual([
      'device/signals/*.ts is excused, but there is no such file any more',
    ]);
    expect(read(whole + GOOD).problems([SINE])).toEqual([`${SINE.id} is excused twice`]);
  });
});

describe('the committed list', () => {
  it('names mutants that exist, each once', async () => {
    const excuses = readExcuses(FILE);
    expect(excuses).toMatchObject({ ok: true });
    const { mutants } = await instrument(sourcesBelow(join(ROOT, 'src', 'simulator')));
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    expect(createExcuseBook(excuses.ok ? excuses.value : []).problems(mutants)).toEqual([]);
  });
});
