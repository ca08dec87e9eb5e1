// A run of the scenarios against a simulator in the same process, on a clock that jumps from timer to timer.
import { profileOfFleet } from '../../src/cli/run/fleet-profile.js';
import type { OpenTarget } from '../../src/cli/run/open-target.js';
import { prepare } from '../../src/cli/run/prepare.js';
import { bundledScenarios } from '../../src/cli/load-scenarios.js';
import { loadDialect } from '../../src/cli/load-dialect.js';
import { loadFleet } from '../../src/cli/simulator/load-fleet.js';
import type { Outcome } from '../../src/cli/complaints.js';
import { plan } from '../../src/harness/plan.js';
import { runChecks } from '../../src/harness/run.js';
import type { Scenario } from '../../src/harness/scenario/scenario.js';
import { createTarget } from '../../src/harness/target/create-target.js';
import { createStimuli } from '../../src/harness/target/stimuli/create-stimuli.js';
import type { CheckResult } from '../../src/harness/verdict.js';
import { createManualClock } from '../../src/kernel/manual-clock.js';
import { createRandom } from '../../src/kernel/random.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import { createTrace } from '../../src/trace/trace.js';
import { inProcessDriver } from './in-process-stimuli.js';
import { createInProcessTransport } from './in-process-transport.js';

const HERE = process.cwd();
const SEED = 1;

/** The stimuli are on offer; what does them is in this process. */
const NO_SOCKET = { url: 'http://control.test', token: 'none' };

export const SCENARIOS: readonly Scenario[] = required(bundledScenarios(HERE));

export interface VirtualRun {
  readonly defect?: string;
  readonly dialect?: string;
  /** Only what checks these rules. */
  readonly rules?: readonly string[];
}

export async function runInVirtualTime({
  defect,
  dialect: name = 'default',
  rules,
}: VirtualRun): Promise<readonly CheckResult[]> {
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const { spec } = required(loadFleet(undefined, HERE));
  const dialect = required(loadDialect(name, HERE));
  const bugs: unknown[] = [];
  const running = await startSimulator({
    fleet: spec,
    dialect,
    clock,
    listen: false,
    defects: defect === undefined ? [] : [defect],
    onBug: (error) => bugs.push(error),
  });
  const url = 'http://simulator.test';
  const profile = profileOfFleet(spec, { name: url, url, patience: 10_000, control: NO_SOCKET });
  const stimuli = createStimuli({
    profile,
    clock,
    random: createRandom(SEED),
    drive: inProcessDriver(running),
  });
  const planned = plan(SCENARIOS, profile, rules === undefined ? {} : { rules }, stimuli.offers);
  if (!planned.ok) throw new Error(planned.problems.map(({ message }) => message).join('\n'));
  const target = createTarget({
    profile,
    dialect,
    clock,
    transport: createInProcessTransport(running.simulator, clock),
    trace: createTrace(clock),
    random: createRandom(SEED),
  });
  const open: OpenTarget = {
    profile,
    dialect,
    target,
    stimuli,
    seed: SEED,
    speed: 1,
    vouchedFor: true,
    repeatArguments: [],
    curl: { baseUrl: url },
    stop: running.close,
    close: target.close,
  };
  const work = async (): Promise<readonly CheckResult[]> => {
    const prepared = required(await prepare(open, false, new AbortController().signal));
    const { checks, notRestored, unreachable } = await runChecks({
      ...prepared,
      profile,
      plan: planned.plan,
      stimuli,
      seed: SEED,
    });
    if (unreachable !== undefined) throw new Error(unreachable);
    if (defect === undefined && notRestored.length > 0) throw new Error(notRestored.join('\n'));
    return checks;
  };
  const checks = await clock.runUntil(work());
  await target.close();
  await stimuli.close();
  await running.close();
  if (bugs.length > 0) throw new Error(`the simulator threw: ${bugs.map(String).join('\n')}`);
  return checks;
}

function required<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.complaints));
}
