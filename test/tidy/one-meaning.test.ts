// The guard over exported names, shown two files that export one name, and what it leaves alone.
import { expect, test } from 'vitest';
import { format } from './finding.js';
import { oneMeaning } from './one-meaning.js';

const file = (path: string, source: string): { path: string; source: string } => ({ path, source });

test('objects to a name that two files export, as whatever they export it', () => {
  const found = oneMeaning([
    file('src/a.ts', '// A.\nexport interface Reading {}\n'),
    file('src/b.ts', '// B.\nexport type Reading = string;\n'),
    file('src/c.ts', '// C.\nexport async function Reading(): Promise<void> {}\n'),
  ]);
  expect(found.map(format)).toEqual([
    'src/b.ts:2: exports Reading, which src/a.ts exports, too. Name one of them by what only it means.',
    'src/c.ts:2: exports Reading, which src/a.ts exports, too. Name one of them by what only it means.',
  ]);
});

test('leaves alone overloads, a type beside its constant, what is not exported, and the library', () => {
  const found = oneMeaning([
    file('src/a.ts', 'export function read(a: string): void;\nexport function read(a: number): void;\n'),
    file('src/b.ts', 'export const KINDS = [];\nexport type KINDS = string;\nfunction read(): void {}\n'),
    file('src/library/c.ts', 'export function read(): void {}\n'),
  ]);
  expect(found).toEqual([]);
});
