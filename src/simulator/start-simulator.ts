// Starts a simulator: a cloud from a fleet, and the sockets in front of it. The CLI, runs without a target
// and library users all begin here.
import { type CloudOptions, createCloud } from './cloud.js';
import type { Simulator } from './simulator.js';
import { listen, type ListenOptions, type ServerParts } from './transport/server.js';

export interface StartOptions extends CloudOptions {
  /** False: no socket, for callers of the service's own methods. Default: a free port of loopback. */
  readonly listen?: false | (ListenOptions & { readonly host?: string; readonly port?: number });
}

export interface RunningSimulator {
  /** Undefined when it does not listen. */
  readonly url: string | undefined;
  /** As it is now: another one after a reset. */
  readonly simulator: Simulator;
  close(): Promise<void>;
}

/** Rejects with a `ListenError`, or with the system's error when a port cannot be had. */
export async function startSimulator(options: StartOptions): Promise<RunningSimulator> {
  const cloud = createCloud(options);
  const { host = '127.0.0.1', port = 0, ...how } = options.listen === false ? {} : (options.listen ?? {});
  const shell = shellOver(() => cloud.simulator);
  const listening = options.listen === false ? undefined : await listen(shell, host, port, how);
  return {
    url: listening?.url,
    get simulator() {
      return cloud.simulator;
    },
    close: async () => {
      await listening?.close();
      cloud.dispose();
    },
  };
}

/** The sockets outlive the cloud behind them. */
function shellOver(current: () => Simulator): ServerParts {
  return {
    ...current().shell,
    get inFlight() {
      return current().shell.inFlight;
    },
    get service() {
      return current().shell.service;
    },
    rest: (request) => current().shell.rest(request),
    openSession: (caller, socket) => current().shell.openSession(caller, socket),
  };
}
