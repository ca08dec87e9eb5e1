// Subjects of a comparison: a server in its own process, with the load that goes to it.
import { openHttpLoad, type RequestOf } from './load/http-load.js';
import type { WsLoad } from './load/ws-load.js';
import type { Subject } from './rounds.js';
import type { Server } from './server/spawn-server.js';

export interface OpenSubject extends Subject {
  close(): void;
}

/** Its connections are opened just before they are measured, as servers close those that are idle. */
export function httpSubject(
  name: string,
  server: Server,
  request: Buffer | RequestOf,
  { connections, duration }: { readonly connections: number; readonly duration: number },
): Subject {
  const requestOf = Buffer.isBuffer(request) ? () => request : request;
  /** Goes on from round to round, so that no two requests of a connection are alike. */
  const sent = Array.from({ length: connections }, () => 0);
  return {
    name,
    measure: async () => {
      const load = await openHttpLoad(server.port, connections, sent);
      try {
        return await withCpu(server, () => load.run(requestOf, duration));
      } finally {
        load.close();
      }
    },
  };
}

export function wsSubject(name: string, server: Server, load: WsLoad, duration: number): OpenSubject {
  return { name, measure: () => withCpu(server, () => load.run(duration)), close: load.close };
}

/** Counts the CPU time of the server while `work` lasts, and that of the load, which is this process. */
export async function withCpu(
  server: Server,
  work: () => Promise<{ readonly count: number; readonly time: number }>,
): ReturnType<Subject['measure']> {
  const before = await server.usage();
  const ownBefore = process.cpuUsage();
  const { count, time } = await work();
  const own = process.cpuUsage(ownBefore);
  const after = await server.usage();
  return {
    rate: (count / time) * 1000,
    cpu: (after.cpu - before.cpu) / count,
    load: (own.user + own.system) / 1000 / time,
  };
}
