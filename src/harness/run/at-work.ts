// What is at work in a run: how much at a time, with which API clients, on which devices, and whether it is alone.
import type { Leases } from '../target/leases.js';
import type { Lease, LeaseRequest, UsesClients } from '../target/lessor.js';

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

// Which API clients the running jobs use: some jobs need theirs to themselves.

interface ClientUse {
  begin(job: UsesClients): void;
  end(job: UsesClients): void;
  /** An empty list of clients that jobs wait for; `areFree` adds to it, in the order of the queue. */
  keep(): Set<string>;
  /** Whether the job may use its clients now. One that has them to itself has them next: none behind it takes them. */
  areFree(job: UsesClients, kept: Set<string>): boolean;
}

function createClientUse(): ClientUse {
  const users = new Map<string, number>();
  const held = new Set<string>();
  return {
    begin: ({ clients = [], apart = false }) => {
      for (const client of clients) users.set(client, (users.get(client) ?? 0) + 1);
      if (apart) for (const client of clients) held.add(client);
    },
    end: ({ clients = [], apart = false }) => {
      for (const client of clients) users.set(client, (users.get(client) ?? 0) - 1);
      if (apart) for (const client of clients) held.delete(client);
    },
    keep: () => new Set(),
    areFree: ({ clients = [], apart = false }, kept) => {
      const free = clients.every(
        (client) => !kept.has(client) && !(apart ? users.get(client) : held.has(client)),
      );
      if (apart) for (const client of clients) kept.add(client);
      return free;
    },
  };
}
