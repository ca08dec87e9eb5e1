// Puts the program into few files: what one command needs is loaded from one or two files instead of hundreds, in a
// fraction of the time. See docs/decisions/0018-one-bundle.md.
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Each becomes a file of its own below `dist`, at the place that it has below `src`. */
const ENTRIES = [
  'src/cli/main.ts',
  'src/cli/run/programs-worker.ts',
  'src/cli/self-test/worker.ts',
  'src/cli/audit/watch/worker.ts',
  // Run by the build itself.
  'src/cli/load/scenarios.ts',
  'src/cli/schema/schema-files.ts',
  'src/index.ts',
  'src/library/simulator.ts',
  'src/library/harness.ts',
  'src/library/vitest.ts',
  'src/library/node-test.ts',
];

/** What users install with the package. Everything else that is imported becomes a part of it. */
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const EXTERNAL = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).flatMap(
  (name) => [name, `${name}/*`],
);

/** @param write false tells what would be in each file, and writes none. */
export function bundle(write) {
  return build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ENTRIES,
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    external: EXTERNAL,
    chunkNames: 'parts/[name]-[hash]',
    metafile: true,
    write,
    logLevel: 'warning',
  });
}

/**
 * What stands in each file of `conform run --save-repro`, with all that it needs: such a file runs alone. Where a file of
 * `src` imports `{ z }` instead of `* as z`, all of zod is in it: 92 kB more, the messages of fifty languages aside.
 */
export function bundleScript() {
  return build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['src/cli/repro/script.ts'],
    outfile: 'dist/cli/repro/script.cjs',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    // They make ws faster where they are there.
    external: ['bufferutil', 'utf-8-validate'],
    logLevel: 'warning',
  });
}
