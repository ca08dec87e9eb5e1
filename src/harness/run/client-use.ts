// Which API clients the running jobs use: some jobs need theirs to themselves.
import type { UsesClients } from '../target/lessor.js';

export interface ClientUse {
  begin(job: UsesClients): void;
  end(job: UsesClients): void;
  /** An empty list of clients that jobs wait for; `areFree` adds to it, in the order of the queue. */
  keep(): Set<string>;
  /** Whether the job may use its clients now. One that has them to itself has them next: none behind it takes them. */
  areFree(job: UsesClients, kept: Set<string>): boolean;
}

export function createClientUse(): ClientUse {
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
