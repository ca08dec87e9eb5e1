// A client that the judge of clients is tried on: the good client of the examples, with something in it that is
// another one.
import type { Settings, Wraps } from '../../examples/client/parts.js';
import type { Ports } from '../../examples/client/ports.js';
import { runProgram } from '../../examples/client/program.js';
import type { ClientRun, VirtualClient } from './virtual-day.js';

/** How a client differs from the good one; made anew for each process. */
export interface Difference {
  readonly wraps?: Wraps;
  readonly ports?: Partial<Ports>;
  readonly settings?: Partial<Settings>;
  /** The devices to look after. */
  readonly deviceIds?: readonly string[];
  /** Orders in place of those of the day, or some of them. */
  readonly lines?: AsyncIterable<string>;
}

/** The ports of the machine, as the example client wants them. */
export type Surroundings = ClientRun & { readonly ports: Ports };

export type Differ = (run: Surroundings) => Difference;

const DEVICES = ['bench-01', 'bench-02'];

export function clientWith(differ: Differ): VirtualClient {
  return async (run) => {
    const { clock, random, http, sockets, instance, lines, stop, url, clientId, clientSecret } = run;
    const chance = random.stream('client');
    const keys = random.stream('keys');
    const ports: Ports = {
      clock,
      random: () => chance.fraction(),
      newKey: () => `${instance}-${keys.token(20)}`,
      http,
      sockets,
    };
    const other = differ({ ...run, ports });
    await runProgram({
      settings: { url, clientId, clientSecret, ...ports, ...other.ports, ...other.settings },
      wraps: other.wraps ?? {},
      deviceIds: other.deviceIds ?? DEVICES,
      lines: other.lines ?? lines,
      write: () => undefined,
      clock,
      random: ports.random,
      stop,
    });
  };
}

export const GOOD: Differ = () => ({});
