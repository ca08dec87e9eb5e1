// What a process has that belongs to a cluster, before its simulator is made.
import type { Clock } from '../../kernel/clock.js';
import { type ClockOfAll, clockIn, readGeneration } from './messages.js';
import { createFirings, type Firings } from './controls.js';
import { DeviceKeeper } from './keeper.js';
import type { RedisLink } from './link.js';
import { ClusterNode, TTL } from './node.js';

export interface ClusterSeat {
  readonly node: ClusterNode;
  readonly keeper: DeviceKeeper;
  /** Of faults. */
  readonly counts: Firings;
  readonly machine: Clock;
  /** Number of this life of the service, from 0. */
  readonly life: number;
  /** Clock time at which signals began, the same for all instances. */
  readonly origin: number;
  /** Of a secret: tells it again, and nothing else. */
  digest(secret: string): string;
  /** Rejects with `LinkDown` where the cluster cannot be joined. */
  begin: ClusterNode['begin'];
  close(): Promise<void>;
}

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

export interface SeatOptions {
  readonly link: RedisLink;
  readonly life: Life;
  readonly machine: Clock;
  readonly clock: Clock;
  /** Something that no other instance has. */
  readonly mark: string;
  /** How long a finished command is kept, in ms. */
  readonly retention: number;
  digest(secret: string): string;
  /** See `NodeOptions`. */
  readonly onLink?: (link: 'lost' | 'back') => void;
}

export async function takeSeat(options: SeatOptions): Promise<ClusterSeat> {
  const { link, machine, clock, mark, retention, digest, onLink } = options;
  const { life } = options.life;
  const generation = await readGeneration(link, clock, life);
  link.use(generation.name);
  const node = new ClusterNode({ link, machine, clock, life, mark, retention, generation, onLink });
  return {
    node,
    keeper: new DeviceKeeper(node, machine),
    counts: createFirings(node),
    machine,
    life,
    get origin() {
      return node.origin;
    },
    digest,
    begin: (hooks) => node.begin(hooks),
    close: () => node.close(),
  };
}
