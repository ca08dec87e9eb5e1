// The service with a folder of state: started, killed and started again, with a witness of what its devices do.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start, type Running } from '../../e2e/bin.js';

export const HOOK = fileURLToPath(new URL('witness-hook.mjs', import.meta.url));
const CARELESS = fileURLToPath(new URL('careless-hook.mjs', import.meta.url));
export const SPEED = 10;

export interface Service {
  readonly url: string;
  readonly folder: string;
  /** What it said when it was up. */
  begin(): Promise<string>;
  kill(): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Operations that devices have carried out, in all lives: device and operation as JSON. */
  acts(): readonly { readonly deviceId: string; readonly operation: string }[];
  remove(): void;
}

/** @param store `careless`: one that says too early that it has written. */
export async function createService(store: 'durable' | 'careless'): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-lasting-'));
  const hooks = [HOOK, ...(store === 'careless' ? [CARELESS] : [])].map((hook) => `--import ${hook}`);
  const port = await freePort();
  const state = join(folder, 'state');
  const witness = join(folder, 'witness.ndjson');
  let running: Running | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = running;
    running = undefined;
    ended?.kill(signal);
    await ended?.ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    folder: state,
    begin: async () => {
      const options = ['--state', state, '--port', String(port), '--no-control', '--speed', String(SPEED)];
      running = start(['serve', ...options, '--journal', witness], {
        env: { WITNESS_FILE: witness, NODE_OPTIONS: hooks.join(' ') },
      });
      const [said] = await running.printed('stdout', /listening on [\s\S]*?\n\n[\s\S]*?\n\n/);
      return said;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    acts: () => actsIn(existsSync(witness) ? readFileSync(witness, 'utf8') : ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function actsIn(text: string): { deviceId: string; operation: string }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { deviceId: string; detail: { operation: unknown } })
    .map(({ deviceId, detail }) => ({ deviceId, operation: JSON.stringify(detail.operation) }));
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
