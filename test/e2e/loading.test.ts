// What the executable loads: no more than the command needs, since each module is time that people wait.
import { describe, expect, test } from 'vitest';
import { loadedModules } from './loaded-modules.js';

const WORDS = /^(bin|dist\/(cli|kernel)|node_modules\/(commander|chalk))\//;
/** The writer of all outputs, and files that load nothing themselves. */
const LEAVES = [
  'dist/output/aliases.js',
  'dist/output/escape.js',
  'dist/output/grams.js',
  'dist/output/known-texts.js',
  'dist/output/redact-value.js',
  'dist/output/region.js',
  'dist/output/secret-book.js',
  'dist/output/secrets.js',
  'dist/output/shelf.js',
  'dist/output/views.js',
  'dist/output/writer.js',
  'dist/report/format-names.js',
  'dist/report/paint.js',
  'dist/simulator/control/journal/kinds.js',
];

/** The folders below dist, two deep, that were loaded from. */
async function partsOf(...args: readonly string[]): Promise<string[]> {
  const modules = (await loadedModules(...args)).filter((path) => !LEAVES.includes(path));
  const parts = modules.flatMap((path) => /^dist\/(\w+\/[\w-]+)/.exec(path)?.[1] ?? []);
  return [...new Set(parts)].toSorted();
}

describe('the executable', () => {
  test.each(['--version', '--help', 'run --help', 'list nonsense', 'nonsense'])(
    'answers %s with the words of its commands and nothing else',
    async (line) => {
      const modules = await loadedModules(...line.split(' '));
      expect(modules).toContain('dist/cli/run/words.js');
      expect(modules.filter((path) => !WORDS.test(path))).toEqual(LEAVES);
      expect(modules.length).toBeLessThan(64);
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
});
