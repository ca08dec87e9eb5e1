// The simulator for those who import the package: the demo fleet on a free port, unless they say otherwise.
import { formatProblem } from '../document/problem.js';
import { assert } from '../kernel/assert.js';
import type { Clock } from '../kernel/clock.js';
import { createSystemClock } from '../kernel/system-clock.js';
import type { Complaint } from './complaints.js';
import { loadDialect } from './load-dialect.js';
import { loadFleet } from './simulator/load-fleet.js';
import { startSimulator as start } from '../simulator/start-simulator.js';
import type { Simulator } from '../simulator/simulator.js';

export interface SimulatorSetup {
  /** Path of a fleet file; the demo fleet when absent. */
  readonly fleet?: string;
  /** `default`, `scrambled` or the path of a dialect file. */
  readonly dialect?: string;
  /** The machine's clock when absent; a manual clock lets a test drive minutes in microseconds. */
  readonly clock?: Clock;
  readonly seed?: number;
  /** A free port when absent. */
  readonly port?: number;
}

export interface StartedSimulator {
  readonly url: string;
  /** The parts behind the sockets, for tests that look inside. */
  readonly simulator: Simulator;
  close(): Promise<void>;
}

/** Starts a simulator on loopback; rejects when a file has a mistake or the port cannot be had. */
export async function startSimulator(setup: SimulatorSetup = {}): Promise<StartedSimulator> {
  const { clock = createSystemClock(), port = 0, seed } = setup;
  const cwd = process.cwd();
  const fleet = required(loadFleet(setup.fleet, cwd)).spec;
  const dialect = required(loadDialect(setup.dialect ?? 'default', cwd));
  const chance = seed === undefined ? {} : { seed };
  const running = await start({ fleet, dialect, clock, ...chance, listen: { port } });
  assert(running.url !== undefined, 'a simulator that listens has an address');
  return { url: running.url, simulator: running.simulator, close: () => running.close() };
}

type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

function required<T>(attempt: Attempt<T>): T {
  if (attempt.ok) return attempt.value;
  throw new Error(attempt.complaints.map(words).join('\n'));
}

function words(complaint: Complaint): string {
  if (complaint.kind === 'words') return complaint.message;
  return complaint.problems.map((problem) => formatProblem(problem, complaint.source)).join('\n\n');
}
