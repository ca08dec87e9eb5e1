// A run whose dialect or profile has a mistake, against a simulator that is right, in virtual time.
import { bundledScenarios } from '../../src/cli/load/scenarios.js';
import { startSpoken } from './spoken-server.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import type { Profile } from '../../src/harness/profile/profile.js';
import type { Act, ActDriver } from '../../src/harness/profile/stimuli/catalogue.js';
import { openTarget, type OpenTarget } from '../../src/harness/run/open-target.js';
import { plan, type Selection } from '../../src/harness/run/plan.js';
import { run } from '../../src/harness/run/run.js';
import type { RunResult } from '../../src/harness/verdict/verdict.js';
import type { VirtualClock } from '../../src/kernel/virtual-clock.js';
import { inProcessDriver } from '../../src/lab/in-process/open-in-process.js';
import type { ReadingProof } from '../../src/probe/proof.js';
import type { Traces } from '../../src/probe/neighbours.js';

export interface Mistaken {
  /** What the simulator speaks. */
  readonly spoken: Dialect;
  /** What the run takes it to speak; default: the same. */
  readonly read?: Dialect;
  readonly profile?: (right: Profile) => Profile;
  /** What a stimulus does instead of what it says; undefined where it does nothing. */
  readonly act?: (act: Act) => Act | undefined;
  readonly defects?: readonly string[];
  readonly selection?: Selection;
  /** What was proven before. */
  readonly proof?: Pick<ReadingProof, 'refuted'>;
}

export async function openMistaken({
  spoken,
  read = spoken,
  profile = (right) => right,
  act = (given) => given,
  defects = [],
  proof,
}: Mistaken): Promise<{ open: OpenTarget; clock: VirtualClock; altered(): number }> {
  const { clock, running, profile: right, transport } = await startSpoken(spoken, 'mistaken', { defects });
  const drive = inProcessDriver(running);
  let altered = 0;
  const mistaken: ActDriver = (given, signal) => {
    const done = act(given);
    if (done !== given) altered++;
    return done ? drive(done, signal) : Promise.resolve({ kind: 'applied' });
  };
  const open = openTarget({
    profile: { places: {}, ...profile(right) },
    dialect: read,
    clock,
    seed: 1,
    vouchedFor: false,
    proof,
    transport,
    drive: mistaken,
    stop: running.close,
  });
  return { open, clock, altered: () => altered };
}

export interface MistakenRun {
  readonly result?: RunResult;
  /** Why nothing was checked, in words. */
  readonly refused?: readonly string[];
  readonly open: OpenTarget;
  /** All that was seen, before the checks and in them. */
  readonly traces: Traces;
  /** How often a stimulus did something else than it says. */
  readonly altered: number;
}

export async function runMistaken(mistaken: Mistaken): Promise<MistakenRun> {
  const { open, clock, altered } = await openMistaken(mistaken);
  const scenarios = bundledScenarios(process.cwd());
  if (!scenarios.ok) throw new Error('what comes with the program can be read');
  const planned = plan(scenarios.value, open.profile, mistaken.selection ?? {}, open.stimuli.offers);
  if (!planned.ok) throw new Error('everything is selected');
  const ended = await clock.runUntil(run(open, { plan: planned.plan }));
  await clock.runUntil(open.close());
  const records = open.target.trace.records();
  if (!ended.ok) {
    const refused =
      ended.kind === 'differs'
        ? ended.problems.map(({ message, hint }) => `${message} ${hint}`)
        : [ended.kind];
    return { refused, open, traces: [records], altered: altered() };
  }
  const { result } = ended;
  const own = result.checks.filter(({ ofRun }) => !ofRun).map(({ trace }) => trace);
  const before = records.filter(({ at }) => at <= result.startedAt);
  return { result, open, traces: [before, ...own], altered: altered() };
}
