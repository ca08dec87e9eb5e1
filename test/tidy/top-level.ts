// What may lie in the top folder of the repository; everything else has a place further down.
import type { Finding } from './finding.js';

const ALLOWED = new Set([
  // GitHub looks for it here.
  'action.yml',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'bin',
  'build',
  'docs',
  'examples',
  'fixtures',
  'package-lock.json',
  'package.json',
  'proof',
  'scenarios',
  'src',
  'test',
  'tsconfig.json',
  'vitest.config.ts',
]);

/** Takes the paths that git tracks. */
export function topLevel(paths: readonly string[]): Finding[] {
  const entries = new Set(paths.map((path) => path.split('/')[0] ?? path));
  return [...entries]
    .filter((entry) => !entry.startsWith('.') && !ALLOWED.has(entry))
    .map((entry) => ({
      path: entry,
      line: 1,
      what: 'does not belong in the top folder',
      todo: 'Move it into one of the folders, or make the configuration a dot-file',
    }));
}
