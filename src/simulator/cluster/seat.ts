// What a process has that belongs to a cluster, before its simulator is made.
import type { Clock } from '../../kernel/clock.js';
import { DeviceKeeper } from './keeper.js';
import { type Link, LinkDown } from './link.js';
import { ClusterNode } from './node.js';

export interface ClusterSeat {
  readonly node: ClusterNode;
  readonly keeper: DeviceKeeper;
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
  /** Time of the server in ms, now and when the cluster began. */
  readonly now: number;
  readonly began: number;
}

/** Counts one more start of an instance. */
export async function beginLife(link: Link): Promise<Life> {
  const [, life, now, began] = await link.call('life', ['', -1]);
  return { life: Number(life), now: Number(now), began: Number(began) };
}

/** The time that all instances share, which began with the cluster and goes at this speed. */
export function clockTime({ now, began }: Life, speed: number): number {
  return began + (now - began) * speed;
}

export interface SeatOptions {
  readonly link: Link;
  readonly life: Life;
  readonly machine: Clock;
  readonly clock: Clock;
  /** Something that no other instance has. */
  readonly mark: string;
  /** How long a finished command is kept, in ms. */
  readonly retention: number;
  digest(secret: string): string;
}

export async function takeSeat(options: SeatOptions): Promise<ClusterSeat> {
  const { link, machine, clock, mark, retention, digest } = options;
  const { life } = options.life;
  const node = new ClusterNode({ link, machine, clock, life, mark, retention });
  const [kind, origin] = await link.call('origin', ['', -1, clock.now()]);
  if (kind !== 'origin') throw new LinkDown('the cluster could not be read');
  return {
    node,
    keeper: new DeviceKeeper(node, machine),
    machine,
    life,
    origin: Number(origin),
    digest,
    begin: (hooks) => node.begin(hooks),
    close: () => node.close(),
  };
}
