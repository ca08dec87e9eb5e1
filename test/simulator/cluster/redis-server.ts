// A real redis-server of a test's own, on a socket in a folder that goes with it; undefined where none is installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RedisServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** @param more arguments of redis-server. */
export async function startRedisServer(...more: string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-redis-'));
  const port = await freePort();
  const given = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...more];
  const child = spawn('redis-server', given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server has not started')));
    child.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('Ready to accept')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
