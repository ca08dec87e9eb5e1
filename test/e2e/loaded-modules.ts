// Which modules the executable has loaded by its end: which files, as Node's own coverage tells, and what the bundle
// has put into each.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../build/bundle.mjs';
import { start } from './bin.js';

const ROOT = new URL('../../', import.meta.url).href;

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** By the path of each file of the bundle, the paths of the modules in it. */
const { outputs } = (await bundle(false)).metafile;

/** Paths below the package, sorted: `src/cli/main.ts`, `node_modules/commander/index.js`. */
export async function loadedModules(...args: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-coverage-'));
  try {
    await start(args, { env: { NODE_V8_COVERAGE: folder } }).ended;
    const urls = readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
      return result.map(({ url }) => url).filter((url) => url.startsWith(ROOT));
    });
    const files = [...new Set(urls)].map((url) => fileURLToPath(url).slice(fileURLToPath(ROOT).length));
    return files.flatMap((path) => modulesIn(path)).toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The source that a file of the bundle was made of, where it is one that can be run by itself. */
export function entryOf(url: URL): string | undefined {
  return outputs[fileURLToPath(url).slice(fileURLToPath(ROOT).length)]?.entryPoint;
}

function modulesIn(path: string): readonly string[] {
  const output = outputs[path];
  return output ? Object.keys(output.inputs) : [path];
}
