// What the executable loads: no more than the command needs, since each module is time that people wait.
import { describe, expect, test } from 'vitest';
import { THREADS } from '../../src/cli/package-files.js';
import { entryOf, loadedModules } from './loaded-modules.js';

const WORDS = /^(bin|src\/(cli|kernel)|node_modules\/(commander|chalk))\//;
/** The writer of all outputs, and files that load nothing themselves. */
const LEAVES = [
  'src/contract/rules/revisions.ts',
  'src/document/diagnostic.ts',
  'src/document/problem.ts',
  'src/output/escape.ts',
  'src/output/secret-book.ts',
  'src/output/secrets.ts',
  'src/output/writer.ts',
  'src/report/format-names.ts',
  'src/report/layout.ts',
  'src/simulator/control/journal/entry.ts',
];

/** What a client of a control plane needs to know of it: one word. */
const PREFIX = 'src/simulator/control/prefix.ts';

/** The folders below src, two deep, that were loaded from. */
async function partsOf(...args: readonly string[]): Promise<string[]> {
  const modules = (await loadedModules(...args)).filter((path) => ![...LEAVES, PREFIX].includes(path));
  const parts = modules.flatMap((path) => /^src\/(\w+\/[\w-]+)/.exec(path)?.[1] ?? []);
  return [...new Set(parts)].toSorted();
}

describe('the executable', () => {
  test.each(['--version', '--help', 'run --help', 'list nonsense', 'nonsense'])(
    'answers %s with the words of its commands and nothing else',
    async (line) => {
      const modules = await loadedModules(...line.split(' '));
      expect(modules).toContain('src/cli/commands.ts');
      expect(modules.filter((path) => !WORDS.test(path))).toEqual(LEAVES);
      expect(modules.length).toBeLessThan(80);
    },
  );

  test('loads no simulator to check what a profile describes', async () => {
    const parts = await partsOf('run', '--target', 'no-such-profile.yaml');
    expect(parts).toContain('harness/target');
    expect(parts.filter((part) => part.startsWith('simulator/'))).toEqual([]);
  });

  test('loads no more of the simulator than its fleet to check one at an address', async () => {
    const parts = await partsOf('run', '--target', 'http://127.0.0.1:9', 'auth/*');
    expect(parts).toContain('harness/target');
    const ofSimulator = parts.filter((part) => part.startsWith('simulator/'));
    expect(ofSimulator).toEqual(['simulator/device', 'simulator/fleet']);
  });

  test('loads no harness to serve, and the defects only for those who want one', async () => {
    const parts = await partsOf('serve', '--dry-run');
    expect(parts).toContain('simulator/transport');
    expect(parts.filter((part) => /^harness\/|^simulator\/defects/.test(part))).toEqual([]);
    expect(await partsOf('serve', '--defect', 'no-such-defect')).toContain('simulator/defects');
  });

  test('has the code of its threads where it starts them', () => {
    expect(entryOf(THREADS.programs)).toBe('src/cli/run/programs-worker.ts');
    expect(entryOf(THREADS.selfTest)).toBe('src/cli/self-test/worker.ts');
    expect(entryOf(new URL('missing.js', THREADS.programs))).toBeUndefined();
  });
});
