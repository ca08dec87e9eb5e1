// One instance over a Redis beside three, with lists and with relay commands: what three carry, and what each request
// costs the instances and Redis. Requests are spread over the instances; they know nothing of whose device it is.
import { httpRequest, type RequestOf } from '../load/http-load.js';
import { openSpreadLoad } from '../load/spread-load.js';
import { type Measurement, measureInTurn, type Result, type Subject } from '../rounds.js';
import type { Effort, Row, Section, Table } from '../section.js';
import { startRedis } from '../server/redis.js';
import { bearer, deviceId, startSimulator, writeFleet } from '../server/simulator.js';
import { type Server, stopAll } from '../server/spawn-server.js';

/** For each instance: three that share those of one would wait for the load half of the time. */
const CONNECTIONS = 96;
const DEVICES = 20;
const MANY = 3;
const STARTED = 4;
/** In rounds: of three instances each gets a third of the work, and is compiled that much later. */
const WARMING = { one: 3, many: 6 };
/** More than connections, so that no two of them meet on one device. */
const COMMANDED = 3 * MANY * CONNECTIONS;

export const cluster: Section = {
  name: 'cluster',
  limit: 240,
  // The machine is for the instances, Redis and the load together.
  pinned: false,
  short: false,
  run: async (effort) => {
    const lists = await compare(effort, 'GET /svc/v1/devices, 20 devices', DEVICES, listRequest);
    if (!lists) return [{ title: 'Cluster', unit: 'requests', notes: ['redis-server is not installed'] }];
    const commands = await compare(effort, 'relay commands', COMMANDED, relayRequest);
    return [...lists, ...(commands ?? []), await begin(effort)];
  },
};

/** Several instances at once, with many devices: until all of them are up. */
async function begin({ builds: [build], quick }: Effort): Promise<Table> {
  if (!build) throw new Error('there is no build to measure');
  const devices = quick ? 10_000 : 1_000_000;
  const fleet = await writeFleet({ devices });
  const redis = await startRedis();
  try {
    const options = ['--no-control', '--cluster', `redis://127.0.0.1:${redis?.port ?? 0}`];
    const instances = await Promise.all(
      Array.from({ length: STARTED }, () => startSimulator(build, fleet, undefined, options)),
    );
    const memories = await Promise.all(
      instances.map(async (each) => (await each.usage({ collect: true })).resident),
    );
    const values = {
      'up after, ms': Math.max(...instances.map(({ startUp }) => startUp)),
      'MB of memory each': Math.max(...memories) / 1_000_000,
    };
    const name = `${devices.toLocaleString('en-US')} devices`;
    return { title: `Cluster: ${STARTED} instances at once`, unit: 'starts', rows: [{ name, values }] };
  } finally {
    await stopAll();
  }
}

interface Costs {
  readonly instances: number[];
  readonly redis: number[];
}

interface Crew {
  readonly name: string;
  readonly redis: Server;
  readonly instances: readonly Server[];
  readonly request: RequestOf;
  /** Rounds before the first one. */
  readonly warming: number;
  readonly costs: Costs;
}

async function compare(
  effort: Effort,
  about: string,
  devices: number,
  requestOf: (token: string) => RequestOf,
): Promise<readonly Table[] | undefined> {
  const fleet = await writeFleet({ devices });
  try {
    const crews = [
      await startCrew(effort, 'one instance', 1, fleet, requestOf),
      await startCrew(effort, `${MANY} instances`, MANY, fleet, requestOf),
    ].flatMap((crew) => (crew ? [crew] : []));
    if (crews.length === 0) return undefined;
    const subjects = crews.map((crew) => subjectOf(crew, effort.duration));
    const results = await measureInTurn(subjects, effort.rounds);
    return [
      { title: `Cluster: ${about}, ${CONNECTIONS} connections for each instance`, unit: 'requests', results },
      { title: `Cluster: ${about}, µs of CPU for each`, unit: 'requests', rows: rowsOf(crews, results) },
    ];
  } finally {
    await stopAll();
  }
}

async function startCrew(
  { builds: [build] }: Effort,
  name: string,
  count: number,
  fleet: string,
  requestOf: (token: string) => RequestOf,
): Promise<Crew | undefined> {
  if (!build) throw new Error('there is no build to measure');
  const redis = await startRedis();
  if (!redis) return undefined;
  const options = ['--no-control', '--cluster', `redis://127.0.0.1:${redis.port}`];
  const instances = await Promise.all(
    Array.from({ length: count }, () => startSimulator(build, fleet, undefined, options)),
  );
  const request = requestOf((await instances[0]?.token()) ?? '');
  const warming = count > 1 ? WARMING.many : WARMING.one;
  return { name, redis, instances, request, warming, costs: { instances: [], redis: [] } };
}

function subjectOf({ name, redis, instances, request, warming, costs }: Crew, duration: number): Subject {
  const connections = instances.length * CONNECTIONS;
  const sent = Array.from({ length: connections }, () => 0);
  const used = async (servers: readonly Server[]): Promise<number> =>
    (await Promise.all(servers.map(async (server) => (await server.usage()).cpu))).reduce((a, b) => a + b, 0);
  let isWarm = false;
  const measure = async (): Promise<Measurement> => {
    const ports = instances.map(({ port }) => port);
    const load = await openSpreadLoad(ports, connections, sent);
    try {
      if (!isWarm) await load.run(request, warming * duration);
      isWarm = true;
      const [instancesBefore, redisBefore] = [await used(instances), await used([redis])];
      const ownBefore = process.cpuUsage();
      const { count, time } = await load.run(request, duration);
      const own = process.cpuUsage(ownBefore);
      const cpu = ((await used(instances)) - instancesBefore) / count;
      costs.instances.push(cpu);
      costs.redis.push(((await used([redis])) - redisBefore) / count);
      return { rate: (count / time) * 1000, cpu, load: (own.user + own.system) / 1000 / time };
    } finally {
      load.close();
    }
  };
  return { name, measure };
}

/** By CPU: what so many instances carry that have a core each, where Redis and the load have others. */
function rowsOf(crews: readonly Crew[], results: readonly Result[]): Row[] {
  const least = results[0]?.cpu.median ?? Number.NaN;
  return crews.map(({ name, instances, costs }, at) => ({
    name,
    values: {
      instances: results[at]?.cpu.median ?? Number.NaN,
      Redis: medianOf(costs.redis),
      'carries by CPU, times one': (instances.length * least) / (results[at]?.cpu.median ?? Number.NaN),
    },
  }));
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function listRequest(token: string): RequestOf {
  const request = httpRequest('GET', '/svc/v1/devices', { ...bearer(token), accept: 'application/json' });
  return () => request;
}

/** The devices of a connection belong to any of the instances. */
function relayRequest(token: string): RequestOf {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return (connection, nth) =>
    httpRequest(
      'POST',
      `/svc/v1/devices/${deviceId((nth % 3) * MANY * CONNECTIONS + connection + 1)}/relays/commands`,
      { ...headers, 'idempotency-key': `cluster-${connection}-${nth}` },
      JSON.stringify({ relays: [{ index: 1, action: Math.floor(nth / 3) % 2 === 0 ? 'on' : 'off' }] }),
    );
}
