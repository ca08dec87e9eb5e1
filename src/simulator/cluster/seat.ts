// What a process has that belongs to a cluster, before its simulator is made.
import { type ClockOfAll, clockIn, type NodeHooks, readGeneration } from './messages.js';
import { createFirings } from './controls.js';
import { DeviceKeeper } from './keeper.js';
import type { RedisLink } from './link.js';
import { ClusterNode, type NodeOptions, TTL } from './node.js';

export type ClusterSeat = Awaited<ReturnType<typeof takeSeat>>;

export interface Life {
  readonly life: number;
  readonly clock: ClockOfAll;
}

/** The instances that run have been started in another way. */
export class Unlike extends Error {
  override readonly name = 'Unlike';
  /** Theirs, as it was given by them. */
  readonly identity: string;

  constructor(identity: string) {
    super('the instances that run have been started in another way');
    this.identity = identity;
  }
}

/**
 * Counts one more start of an instance.
 *
 * @param identity what has to be the same for all instances, as text. Rejects with `Unlike` where those that run have another.
 * @param speed taken where no instance runs, and where it is not 1.
 */
export async function beginLife(link: RedisLink, identity = '', speed = 1): Promise<Life> {
  const [kind, life, ...clock] = await link.call('life', ['', -1, speed, identity, TTL]);
  if (kind === 'unlike') throw new Unlike(String(life));
  return { life: Number(life), clock: clockIn(clock) };
}

interface SeatOptions extends Omit<NodeOptions, 'life' | 'generation'> {
  readonly life: Life;
  digest(secret: string): string;
}

export async function takeSeat({ life: { life }, digest, ...options }: SeatOptions) {
  const { link, machine, clock } = options;
  const generation = await readGeneration(link, clock, life);
  link.use(generation.name);
  const node = new ClusterNode({ ...options, life, generation });
  return {
    node,
    keeper: new DeviceKeeper(node, machine),
    /** Of faults. */
    counts: createFirings(node),
    machine,
    /** Number of this life of the service, from 0. */
    life,
    /** Clock time at which signals began, the same for all instances. */
    get origin(): number {
      return node.origin;
    },
    /** Of a secret: tells it again, and nothing else. */
    digest,
    /** Rejects with `LinkDown` where the cluster cannot be joined. */
    begin: (hooks: () => NodeHooks): Promise<void> => node.begin(hooks),
    close: (): Promise<void> => node.close(),
  };
}
