// Programs of others to be compared with, fetched by npm at fixed versions into a cache: they are no dependencies.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PEERS = {
  fastify: { package: 'fastify', version: '5.12.8', entry: 'fastify.js' },
  prism: { package: '@stoplight/prism-cli', version: '5.16.0', entry: 'dist/index.js' },
  mockoon: { package: '@mockoon/cli', version: '9.9.0', entry: 'bin/run.js' },
  wiremock: { package: 'wiremock', version: '3.13.2', entry: 'build/wiremock-standalone-3.13.2.jar' },
} as const;

export type Peer = { readonly entry: string; readonly name: string } | { readonly missing: string };

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/conform-bench/', import.meta.url));
const PATIENCE = 300_000;

/** Where the program is, or why it cannot be had. */
export async function peer(id: keyof typeof PEERS): Promise<Peer> {
  const { package: name, version, entry } = PEERS[id];
  const folder = join(CACHE, `${id}-${version}`);
  const path = join(folder, 'node_modules', name, entry);
  const found = { entry: path, name: `${name} ${version}` };
  if (existsSync(path)) return found;
  console.log(`\nfetching ${name} ${version} …`);
  try {
    await mkdir(folder, { recursive: true });
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    ];
    await promisify(execFile)('npm', args, { timeout: PATIENCE });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    return { missing: `${name}@${version} could not be fetched: ${line}` };
  }
  return existsSync(path) ? found : { missing: `${name}@${version} has no ${entry}` };
}
