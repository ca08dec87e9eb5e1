// The whole suite against the simulator with one mutation of its answers, in virtual time, as `run --target` does it.
import { plan } from '../../../src/harness/run/plan.js';
import { openTarget } from '../../../src/harness/run/open-target.js';
import { run } from '../../../src/harness/run/run.js';
import { createInProcessTransport } from '../../../src/harness/target/in-process/create-in-process-transport.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { profileOfFleet } from '../../../src/lab/fleet-profile.js';
import { simulatorServer } from '../../../src/lab/in-process/simulator-server.js';
import { inProcessDriver, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { bundledScenarios } from '../../../src/cli/load/scenarios.js';
import { fleetFor } from '../../../src/simulator/fleet/fleet-spec.js';
import { type StartOptions, startSimulator } from '../../../src/simulator/start-simulator.js';
import type { Result } from '../../../src/document/diagnostic.js';
import type { CheckResult } from '../../../src/harness/verdict/verdict.js';
import { conclude } from '../../../src/report/result-words.js';
import { type Mutated, mutatedServer } from './mutated-server.js';
import type { Mutation } from './mutation.js';

const URL = 'http://simulator.test';
const PATIENCE = 10_000;
const BEGINNING = Date.UTC(2026, 0, 1);

/** What all runs share: read when the first one needs it. */
const material = once(() => ({
  fleet: required(loadFleet(undefined, process.cwd())).spec,
  scenarios: required(bundledScenarios(process.cwd())),
}));

export interface MutatedRun {
  /** What the run came to: the word of its conclusion, `profile` for exit 2, or how it went wrong. */
  readonly kind: string;
  /** Rules that failed or warned, most often named first, with how many checks name each. */
  readonly rules: readonly (readonly [string, number])[];
  readonly told: string;
  readonly seen: Mutated['seen'];
  /** In virtual seconds. */
  readonly took: number;
  readonly checks: readonly CheckResult[];
}

/** @param spoken a file of a dialect, or the name of one that is built in. */
export function runMutated(
  mutation: Mutation | undefined,
  seed: number,
  spoken = 'default',
): Promise<MutatedRun> {
  return runAgainst({ mutation, spoken }, seed);
}

/** What is wrong with the simulator: one mutation of its answers, or edges of its service. */
interface Wrong {
  readonly mutation?: Mutation | undefined;
  readonly edges?: StartOptions['edges'];
  readonly spoken?: string;
}

export async function runAgainst(
  { mutation, edges, spoken = 'default' }: Wrong,
  seed: number,
): Promise<MutatedRun> {
  const { fleet: declared, scenarios } = material();
  const dialect = required(loadDialect(spoken, process.cwd()));
  const fleet = fleetFor(dialect, declared);
  const clock = createManualClock(BEGINNING);
  const options = { fleet, dialect, clock, seed, listen: false, journal: false } as const;
  const running = await startSimulator({ ...options, ...(edges && { edges }) });
  const inner = simulatorServer(() => running.simulator, clock);
  const { server, seen } = mutation
    ? mutatedServer(inner, mutation, clock)
    : { server: inner, seen: { hits: 0 } };
  const profile = profileOfFleet(fleet, {
    name: URL,
    url: URL,
    patience: PATIENCE,
    control: { url: 'http://control.test', token: 'none' },
  });
  const open = openTarget({
    profile,
    dialect,
    clock,
    transport: createInProcessTransport(server, clock),
    seed,
    vouchedFor: false,
    asWritten: true,
    drive: inProcessDriver(running),
    stop: running.close,
  });
  const planned = plan(scenarios, profile, {}, open.stimuli.offers);
  if (!planned.ok) throw new Error('no plan');
  const startedAt = clock.now();
  const end = { seen, checks: [], rules: [] };
  try {
    const ended = await clock.runUntil(thenClose(run(open, { plan: planned.plan }), open));
    const took = Math.round((clock.now() - startedAt) / 1000);
    if (!ended.ok) {
      const told = ended.kind === 'differs' ? ended.problems.map(({ message }) => message).join('; ') : '';
      return { ...end, kind: ended.kind === 'differs' ? 'profile' : ended.kind, told, took };
    }
    const { kind, sentence } = conclude(ended.result);
    return {
      ...end,
      kind,
      told: sentence,
      took,
      checks: ended.result.checks,
      rules: named(ended.result.checks),
    };
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...end, kind: 'thrown', told, took: Math.round((clock.now() - startedAt) / 1000) };
  }
}

function named(checks: readonly CheckResult[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { findings } of checks) {
    const broken = findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    for (const name of new Set(broken.map(({ rule, verdict }) => (verdict === 'warn' ? `(${rule})` : rule))))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}
