// Whole instances over one Redis in this process, each with its control plane on a port of its own.
import { createSteerableClock, createSystemClock } from '../../../src/kernel/machine-clock.js';
import { connectRedis, type IoRedis } from '../../../src/simulator/cluster/redis-link.js';
import { beginLife, takeSeat } from '../../../src/simulator/cluster/seat.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { type RunningSimulator, startSimulator } from '../../../src/simulator/start-simulator.js';
import { dial } from '../../../src/simulator/transport/network.js';
import { dialectNamed } from '../dialect-named.js';

const FLEET = `
timing: { refresh: 0ms, control: 0ms, jitter: 0ms }
profiles:
  small:
    relays: [{}, {}]
    digitalInputs: [{}]
devices:
  - { deviceId: 'bench-{1..9}', profile: small, password: secret }
clients:
  operator:
    secret: operator-secret
    scopes: [device:read, device:control, device:config, device:manage]
    devices: all
`;
const DEVICES = '/svc/v1/devices';

export interface Answer {
  readonly status: number;
  // Tests look at what they have asked for.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface Instance {
  readonly running: RunningSimulator;
  /** Name as the cluster knows it. */
  readonly name: () => string;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A request of the client `operator`, who logs in where it has to. */
  ask(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Goes on with the token that the client has got at the other instance. */
  useTokenOf(other: Instance): void;
  readonly token: () => string | undefined;
  close(): Promise<void>;
}

export async function startInstance(ioredis: IoRedis, url: string): Promise<Instance> {
  const spec = parseFleet(FLEET, 'fleet.yaml');
  if (!spec.ok) throw new Error(JSON.stringify(spec.problems));
  const link = await connectRedis(ioredis, { url, prefix: '{conform}:' }, dial);
  const life = await beginLife(link);
  const clock = createSteerableClock(life.clock.speed, life.clock.now);
  const digest = (secret: string): string => `digest of ${secret}`;
  const mark = `m${life.life}`;
  const machine = createSystemClock();
  const seat = await takeSeat({ link, life, machine, clock, mark, retention: 60_000, digest });
  const running = await startSimulator({
    fleet: spec.value,
    dialect: dialectNamed('default'),
    clock,
    seed: 5,
    listen: false,
    control: {},
    cluster: seat,
  });
  let token: string | undefined;
  const rest = async (method: string, target: string, body?: unknown, key?: string): Promise<Answer> => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const text = body === undefined ? '' : JSON.stringify(body);
    const reply = await running.simulator.rest({ method, target, headers, body: text });
    return { status: reply.status, body: JSON.parse(reply.body) as unknown };
  };
  return {
    running,
    name: () => seat.node.id,
    control: async (method, path, body) => {
      const { url: at, token: secret } = running.control ?? { url: '', token: '' };
      const reply = await fetch(`${at}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await reply.text();
      return { status: reply.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
    },
    ask: async (method, path, body, key) => {
      const first = token === undefined ? undefined : await rest(method, `${DEVICES}${path}`, body, key);
      if (first && first.status !== 401) return first;
      const credentials = { clientId: 'operator', clientSecret: 'operator-secret' };
      const issued = await rest('POST', '/svc/v1/auth/token', credentials);
      token = (issued.body as { data?: { accessToken?: string } }).data?.accessToken;
      return rest(method, `${DEVICES}${path}`, body, key);
    },
    useTokenOf: (other) => (token = other.token()),
    token: () => token,
    close: () => running.close(),
  };
}
