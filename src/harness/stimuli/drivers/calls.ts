// The way to what acts by HTTP, made when the first of it is called: most targets in this process never do.
import { Agent } from 'undici';
import { tlsOptions } from '../../target/network/settings.js';
import type { Profile } from '../../profile/profile.js';

export interface DriverCalls {
  dispatcher(): Agent;
  close(): Promise<void>;
}

export function createDriverCalls({ tls }: Pick<Profile, 'tls'>): DriverCalls {
  let agent: Agent | undefined;
  return {
    // Each call on a connection of its own: a bench controller may be switched off in between.
    dispatcher: () => (agent ??= new Agent({ pipelining: 0, connect: tlsOptions(tls) })),
    // Nobody waits for an answer any more.
    close: async () => agent?.destroy(),
  };
}
