// An executor in this process: a fresh simulator for every program, in virtual time, so that a program depends on
// nothing but itself.
import { poolsOf } from '../../harness/property/facts.js';
import { EVENT_PATIENCE } from '../../harness/judge/invariant.js';
import { type Executor, factsFor } from '../../harness/property/executor.js';
import { type ProgramContext, type ProgramRun, runProgram } from '../../harness/property/run-program.js';
import { withoutSecrets } from '../../harness/target/driver/recorder.js';
import { createSafety } from '../../harness/safety/safety.js';
import { createRandom } from '../../kernel/random.js';
import type { Secrets } from '../../output/secrets.js';
import type { TraceRecord } from '../../trace/record.js';
import { DEFAULT_SEED } from '../default-seed.js';
import { type InProcessOptions, openInProcess, thenClose } from './open-in-process.js';

/** Undefined where the fleet offers nothing to write programs for. */
export async function createInProcessExecutor(options: InProcessOptions): Promise<Executor | undefined> {
  const first = await openInProcess(options);
  const { profile, stimuli } = first.open;
  const pools = poolsOf(profile, stimuli.offers, { actuate: options.restriction === undefined });
  await first.open.close();
  const [best, ...others] = pools.map(({ facts }) => facts);
  if (!best) return undefined;
  const tenants = [best, ...others] as const;
  const base = options.seed ?? DEFAULT_SEED;
  return {
    tenants,
    jumps: true,
    // Time costs nothing here, so every absence is proven at once.
    eventPatience: { usual: EVENT_PATIENCE, proving: EVENT_PATIENCE },
    run: async (program, mark, how) => {
      const facts = factsFor({ tenants }, program.tenant);
      // A chance of its own: what only chance has brought about does not come again under another mark.
      const seed = createRandom(base).stream(`simulator of program ${mark}`).integer(0, 0x7fff_ffff);
      const { open, clock, bugs, running } = await openInProcess({
        ...options,
        profile,
        seed,
        journal: false,
        cleansLater: true,
      });
      for (const { name, entry } of facts.devices) {
        if (!program.devices.includes(name)) continue;
        const reported = running.device(entry.deviceId)?.reported();
        if (!reported) continue;
        open.stimuli.noteInitial(entry.deviceId, reported);
        open.gate.learnRelays(
          entry.deviceId,
          reported.relays.map(({ index }) => index),
        );
      }
      const safety = createSafety(open.target, open.profile, {
        gate: open.gate,
        random: createRandom(open.seed),
        restoreWithin: 0,
      });
      const context: ProgramContext = {
        target: open.target,
        profile: open.profile,
        facts,
        stimuli: open.stimuli,
        random: createRandom(open.seed),
        runMark: mark,
        signal: new AbortController().signal,
        guard: safety.guard,
      };
      const run = await clock.runUntil(thenClose(runProgram(program, context, how), open));
      if (bugs.length > 0 && !options.contained) throw new Error('the simulator threw', { cause: bugs[0] });
      return shown(run, open.secrets);
    },
  };
}

/** Of thousands of programs few are looked at: only then are secrets taken out of what they have recorded. */
function shown({ trace, findings, ...run }: ProgramRun, secrets: Secrets): ProgramRun {
  let clean: readonly TraceRecord[] | undefined;
  return {
    ...run,
    findings: findings.map((finding) =>
      // What held is counted by its rule.
      finding.verdict === 'pass' ? { ...finding, expected: '', actual: '' } : secrets.redact(finding),
    ),
    get trace() {
      clean ??= trace.map((record) => withoutSecrets(record, secrets));
      return clean;
    },
  };
}
