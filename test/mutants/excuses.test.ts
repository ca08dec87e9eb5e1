// The list of excused mutants: its form, and that each of them still exists.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesBelow } from '../../mutants/copy.js';
import { createExcuseBook, parseExcuses, readExcuses } from '../../mutants/excuses.js';
import { instrument } from '../../mutants/instrument.js';

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
    expect(book.problems(new Set())).toEqual([
      'service/a.ts StringLiteral 0123abcd 2 is excused, but there is no such mutant any more',
      'service/a.ts StringLiteral 0123abcd 2 is excused twice',
    ]);
  });
});

describe('the committed list', () => {
  it('names mutants that exist, each once', async () => {
    const excuses = readExcuses(FILE);
    expect(excuses).toMatchObject({ ok: true });
    const { mutants } = await instrument(sourcesBelow(join(ROOT, 'src', 'simulator')));
    const known = new Set(mutants.map(({ id }) => id));
    expect(known.size).toBe(mutants.length);
    expect(createExcuseBook(excuses.ok ? excuses.value : []).problems(known)).toEqual([]);
  });
});
