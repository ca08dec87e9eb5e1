// Three instances over one Redis, each with a way to Redis of its own that can be cut, and a balancer in front of them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedisServer } from '../../simulator/cluster/redis-server.js';
import { start, type Running } from '../../e2e/bin.js';
import { actsIn, freePort, HOOK } from '../state/life.js';
import { createBalancer } from './balancer.mjs';

export interface Instance {
  readonly url: string;
  begin(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  signal(name: NodeJS.Signals): void;
  cut(): void;
  mend(): void;
}

export interface Cluster {
  readonly url: string;
  readonly instances: readonly Instance[];
  acts(): readonly { readonly deviceId: string; readonly operation: string }[];
  close(): Promise<void>;
}

export async function createCluster(count: number, speed: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-cluster-'));
  const redis = await startRedisServer('--appendonly', 'yes', '--appendfsync', 'always');
  const redisPort = Number(new URL(redis.url).port);
  const witnesses: string[] = [];
  const instances: (Instance & { closeWay(): void })[] = [];
  for (let nth = 1; nth <= count; nth++) {
    const witness = join(folder, `witness-${nth}.ndjson`);
    witnesses.push(witness);
    instances.push(await createInstance(witness, redisPort, speed));
  }
  const port = await freePort();
  const balancer: Server = createBalancer(instances.map(({ url }) => url));
  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    instances,
    acts: () => witnesses.flatMap((file) => actsIn(existsSync(file) ? readFileSync(file, 'utf8') : '')),
    close: async () => {
      for (const each of instances) {
        await each.end('SIGKILL');
        each.closeWay();
      }
      balancer.close();
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createInstance(
  witness: string,
  redisPort: number,
  speed: number,
): Promise<Instance & { closeWay(): void }> {
  const port = await freePort();
  const way = await createWay(redisPort);
  let running: Running | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    begin: async () => {
      const place = ['--cluster', `redis://127.0.0.1:${way.port}`, '--port', String(port)];
      running = start(['serve', ...place, '--no-control', '--speed', String(speed), '--journal', witness], {
        env: { WITNESS_FILE: witness, NODE_OPTIONS: `--import ${HOOK}` },
      });
      await running.printed('stdout', /listening on/);
    },
    end: async (signal) => {
      const ended = running;
      running = undefined;
      ended?.kill(signal);
      await ended?.ended;
    },
    signal: (name) => running?.kill(name),
    cut: way.cut,
    mend: way.mend,
    closeWay: way.close,
  };
}

/** The way of one instance to Redis. */
async function createWay(
  target: number,
): Promise<{ readonly port: number; cut(): void; mend(): void; close(): void }> {
  const open = new Set<Socket>();
  let isCut = false;
  const drop = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((inner) => {
    if (isCut) {
      inner.destroy();
      return;
    }
    const outer = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => (isCut = false),
    close: () => {
      drop();
      server.close();
    },
  };
}
