// One instance over a Redis, as a store under the suite of all stores.
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import type { Here } from '../../../src/simulator/cluster/messages.js';
import type { RedisLink } from '../../../src/simulator/cluster/link.js';
import { createEdges } from '../../../src/simulator/edge/edges.js';
import { createMembership } from '../../../src/simulator/cluster/membership.js';
import { type IoRedis, connectRedis } from '../../../src/simulator/cluster/redis-link.js';
import { beginLife, type ClusterSeat, takeSeat } from '../../../src/simulator/cluster/seat.js';
import { createFleet, type Fleet } from '../../../src/simulator/fleet/fleet.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import type { ServicePorts } from '../../../src/simulator/service/ports.js';
import type { ServiceState } from '../../../src/simulator/service/service-state.js';
import { DEFAULT_SETTINGS } from '../../../src/simulator/service/settings.js';
import { STATE_LIMITS } from '../../suites/state-model.js';
import { quotasBut } from '../service/small-service.js';
import { dial } from '../../../src/simulator/transport/network.js';
import { memoryRig } from '../state/state-rig.js';

export interface ClusterRig {
  readonly state: ServiceState;
  readonly clock: ManualClock;
  readonly ports: ServicePorts;
  readonly seat: ClusterSeat;
  readonly link: RedisLink;
  readonly fleet: Fleet;
  /** Lets time go on here until the promise has settled. */
  run(until: Promise<unknown>): Promise<void>;
  /** The same until it is so. */
  until(isSo: () => boolean): Promise<void>;
}

/** Of all keys. */
export const PREFIX = '{conform}:';

const FLEET = `
profiles:
  small:
    relays: [{}]
devices:
  - { deviceId: a, profile: small, password: secret }
  - { deviceId: b, profile: small, password: secret }
  - { deviceId: c, profile: small, password: secret }
clients: {}
`;

/** Of the control plane, nothing is tried here. */
const ALONE: Here = {
  control: () => Promise.resolve(undefined),
  report: () => Promise.resolve(undefined),
  faults: () => undefined,
  takeFaults: () => undefined,
  turned: () => undefined,
};

/** Joins the cluster at this address. */
export async function clusterRig(
  ioredis: IoRedis,
  url: string,
  clock: ManualClock = createManualClock(),
): Promise<ClusterRig> {
  const machine = createSystemClock();
  const { retention, control, query, refreshInterval } = STATE_LIMITS;
  const link = await connectRedis(ioredis, { url, prefix: PREFIX }, dial);
  const life = await beginLife(link);
  const digest = (secret: string): string => `digest of ${secret}`;
  const seat = await takeSeat({ link, life, machine, clock, mark: 'test', retention, digest });
  const spec = parseFleet(FLEET, 'fleet.yaml');
  if (!spec.ok) throw new Error(JSON.stringify(spec.problems));
  const random = createRandom(7 + life.life);
  const fleet = createFleet(spec.value, {
    clock,
    random,
    wakes: false,
    touched: (deviceId) => seat.keeper.touched(deviceId),
    memoryOf: (deviceId) => seat.keeper.memoryOf(deviceId),
  });
  let made = 0;
  const { ports } = memoryRig(clock);
  const settings = {
    ...DEFAULT_SETTINGS,
    commandRetention: retention,
    refreshInterval,
    maxCommands: 1000,
    quotas: quotasBut({ control, query }),
  };
  const membership = createMembership({
    seat,
    fleet,
    clock,
    settings,
    ports,
    isHeld: () => false,
    newCommandId: () => `cmd-${life.life}-${++made}`,
    closeConnections: () => undefined,
  });
  const hooks = membership.hooks(ALONE);
  await seat.begin(() => hooks);
  const shared = createEdges([membership.edge], { clock, random }).ports(ports);
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await machine.sleep(2);
      await clock.advance(50);
    }
  };
  const run = (work: Promise<unknown>): Promise<void> => {
    let settled = false;
    void work.finally(() => (settled = true));
    return until(() => settled);
  };
  return {
    state: membership.state(shared),
    clock,
    ports: shared,
    seat,
    link,
    fleet,
    run,
    until,
  };
}
