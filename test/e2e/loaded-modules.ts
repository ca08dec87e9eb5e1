// Which modules the executable has loaded by its end, as Node's own coverage tells.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './bin.js';

const ROOT = new URL('../../', import.meta.url).href;

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** Paths below the package, sorted: `dist/cli/main.js`, `node_modules/commander/index.js`. */
export async function loadedModules(...args: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-coverage-'));
  try {
    await start(args, { env: { NODE_V8_COVERAGE: folder } }).ended;
    const urls = readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
      return result.map(({ url }) => url).filter((url) => url.startsWith(ROOT));
    });
    return [...new Set(urls)].map((url) => fileURLToPath(url).slice(fileURLToPath(ROOT).length)).toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
