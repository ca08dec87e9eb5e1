// Shows the guard over what the command line loads deliberate violations, and their lawful neighbours.
import { describe, expect, test } from 'vitest';
import { format, type SourceFile } from './finding.js';
import { lightCommands } from './light-commands.js';

const REST: readonly SourceFile[] = [
  { path: 'src/cli/main.ts', source: `await import('./program.js');` },
  { path: 'src/cli/program.ts', source: `import { addRun } from './run/words.js';` },
  { path: 'src/cli/run/run.ts', source: `import { plan } from '../../harness/run/plan.js';` },
  { path: 'src/harness/run/plan.ts', source: `import { z } from 'zod';` },
  { path: 'src/harness/names.ts', source: `import type { Plan } from './plan.js';` },
];

const said = (source: string): string[] =>
  lightCommands([...REST, { path: 'src/cli/run/words.ts', source }]).map(format);

describe('the guard over what the command line loads', () => {
  test.each([
    [`import { plan } from '../../harness/run/plan.js';`, 'run/words.ts:1: loads src/harness/run/plan.ts'],
    [`import { run } from './run.js';`, 'run/run.ts:1: loads src/harness/run/plan.ts'],
    [`import { stringify } from 'yaml';`, 'run/words.ts:1: loads the package yaml'],
    [`export { z } from 'zod/mini';`, 'run/words.ts:1: loads the package zod/mini'],
  ])('objects to %s', (source, diagnostic) => {
    expect(said(source)).toEqual([expect.stringContaining(diagnostic)]);
  });

  test.each([
    `const { run } = await import('./run.js');`,
    `import type { Plan } from '../../harness/run/plan.js';`,
    `import { NAMES } from '../../harness/names.js';`,
    `import { Argument } from 'commander'; import { resolve } from 'node:path';`,
  ])('takes %s', (source) => {
    expect(said(source)).toEqual([]);
  });
});
