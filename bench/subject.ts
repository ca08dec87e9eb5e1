// Subjects of a comparison: a server in its own process, with the load that goes to it.
import { openHttpLoad, type RequestOf } from './load/http-load.js';
import type { WsLoad } from './load/ws-load.js';
import type { Subject } from './rounds.js';
import type { Server } from './server/spawn-server.js';

export interface OpenSubject extends Subject {
  close(): void;
}

export async function httpSubject(
  name: string,
  server: Server,
  request: Buffer | RequestOf,
  { connections, duration }: { readonly connections: number; readonly duration: number },
): Promise<OpenSubject> {
  const load = await openHttpLoad(server.port, connections);
  const requestOf = Buffer.isBuffer(request) ? () => request : request;
  return {
    name,
    measure: () => withCpu(server, () => load.run(requestOf, duration)),
    close: load.close,
  };
}

export function wsSubject(name: string, server: Server, load: WsLoad, duration: number): OpenSubject {
  return { name, measure: () => withCpu(server, () => load.run(duration)), close: load.close };
}

/** Counts the CPU time of the server while `work` lasts. */
export async function withCpu(
  server: Server,
  work: () => Promise<{ readonly count: number; readonly time: number }>,
): ReturnType<Subject['measure']> {
  const before = await server.usage();
  const { count, time } = await work();
  const after = await server.usage();
  return { rate: (count / time) * 1000, cpu: (after.cpu - before.cpu) / count };
}
