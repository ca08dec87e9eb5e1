// What is at work in a run: how much at a time, with which API clients, on which devices, and whether it is alone.
import type { Leases } from '../target/leases.js';
import type { Lease, LeaseRequest } from '../target/lessor.js';
import { createClientUse } from './client-use.js';

export type Working = Pick<LeaseRequest, 'exclusive' | 'clients' | 'apart'>;

export interface AtWork {
  readonly count: number;
  /** Something that must be alone is at work. */
  readonly isAlone: boolean;
  /** @param borrowed the devices belong to somebody else at work. */
  begin(work: Working, lease: Lease, borrowed?: boolean): void;
  end(work: Working, lease: Lease, borrowed?: boolean): void;
  /** Whether the device was leased here. */
  has(device: string): boolean;
  /** Says of each of a queue, in its order, whether it may begin as far as the others at work permit it. */
  turns(): (work: Working) => boolean;
}

export function createAtWork(leases: Pick<Leases, 'take' | 'giveBack'>): AtWork {
  const clients = createClientUse();
  const own = new Set<string>();
  let count = 0;
  let isAlone = false;
  return {
    get count() {
      return count;
    },
    get isAlone() {
      return isAlone;
    },
    begin: (work, lease, borrowed = false) => {
      const devices = borrowed ? [] : Object.values(lease);
      leases.take(devices);
      for (const device of devices) own.add(device);
      clients.begin(work);
      isAlone = work.exclusive;
      count++;
    },
    end: (work, lease, borrowed = false) => {
      const devices = borrowed ? [] : Object.values(lease);
      for (const device of devices) own.delete(device);
      clients.end(work);
      isAlone = false;
      count--;
      leases.giveBack(devices);
    },
    has: (device) => own.has(device),
    turns: () => {
      const kept = clients.keep();
      return (work) => (!work.exclusive || count === 0) && clients.areFree(work, kept);
    },
  };
}
