// Where programs run: on the devices of a target, or each against a fresh simulator.
import type { ProgramFacts } from './facts.js';
import type { Program } from './program.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import { createTrace } from '../../trace/trace.js';
import { EVENT_PATIENCE } from '../judge/invariant.js';
import { judge } from '../judge/judge.js';
import { createLiveness } from '../target/liveness.js';
import { createRefreshBook, type RefreshBook } from '../target/refresh-book.js';
import { runAttempt } from '../scenario/engine/attempt.js';
import type { Halt } from '../scenario/engine/execution-context.js';
import { answersOf } from '../scenario/view/views.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../profile/profile.js';
import type { Stimuli } from '../stimuli/create-stimuli.js';
import type { Target } from '../target/target.js';
import type { Finding } from '../verdict/verdict.js';
import { boundClients, boundDevices, caseOf } from './program-case.js';

export interface Executor {
  /** What programs are made of, for each tenant of the target. */
  readonly tenants: readonly [ProgramFacts, ...ProgramFacts[]];
  /** Long waits cost nothing. */
  readonly jumps: boolean;
  /** How long an event may take, and how long to wait for it where its absence has to be proven, in ms. */
  readonly eventPatience: { readonly usual: number; readonly proving: number };
  /** How long a program waits at its end for what comes late, in ms; default: the usual patience. */
  readonly settle?: number;
  /** Programs that it runs at the same time, at most; default: one. */
  readonly atATime?: number;
  /** Earlier programs have spoilt devices, and the others do not suffice to run this one so many times more. */
  isShort?(program: Program, times: number): boolean;
  /** Devices that are not used any more, with what is wrong with them, in words. */
  setAside?(): readonly string[];
  /**
   * Runs a program from a clean state.
   * @param mark stands in its keys and names its stream of chance: the same mark, the same run.
   */
  run(program: Program, mark: string, how: JudgeProgram): Promise<ProgramRun>;
}

/** What the programs of a tenant are made of. */
export function factsFor({ tenants }: Pick<Executor, 'tenants'>, tenant = 0): ProgramFacts {
  return tenants[tenant] ?? tenants[0];
}

// Runs one program against a target, into a trace of its own, and has the judge look at it.

export interface ProgramContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly facts: ProgramFacts;
  readonly stimuli?: Pick<Stimuli, 'open'>;
  readonly random: Random;
  /** Stands in every key; differs from program to program. */
  readonly runMark: string;
  /** When its devices were refreshed last; default: never. */
  readonly refreshes?: RefreshBook;
  readonly signal: AbortSignal;
  readonly guard: (call: Call) => string | undefined;
  /** Asked at the end: ids of devices that others of the run have used. What is heard of them proves nothing. */
  readonly others?: () => ReadonlySet<string>;
}

export interface ProgramRun {
  /** What the trace proves; rules about which it says something and that held are in it, too. */
  readonly findings: readonly Finding[];
  readonly trace: readonly TraceRecord[];
  /** Why it did not come to its end. */
  readonly halt: Halt | undefined;
  /** Why it was not even begun, in words. */
  readonly notBegun?: string;
}

export interface JudgeProgram {
  /** How long an event may take to come before its absence proves something, in ms. */
  readonly eventPatience: number;
}

export async function runProgram(
  program: Program,
  context: ProgramContext,
  { eventPatience }: JudgeProgram,
): Promise<ProgramRun> {
  const { profile, facts, target, random, runMark, signal, guard } = context;
  const trace = createTrace(target.clock);
  const startedAt = target.clock.now();
  const { halt } = await runAttempt(
    {
      case: caseOf(program, `program ${runMark}`),
      target: target.recordingTo(trace),
      patience: profile.patience,
      longestWait: profile.longestWait,
      roundTrip: 0,
      refreshes: context.refreshes ?? createRefreshBook(),
      // Whether the target is gone is for the search to find out: it sees how programs end.
      liveness: createLiveness(target.clock, { suspect: () => Promise.resolve(true) }),
      devices: boundDevices(facts),
      clients: boundClients(facts, profile),
      ...(context.stimuli && { stimuli: context.stimuli }),
      runMark,
      random: random.stream(`program ${runMark}`),
      signal,
      guard,
      onDoing: () => undefined,
    },
    1,
  );
  const alone = !(profile.shared ?? false);
  const own = withoutEventsOf(context.others?.() ?? NOBODY, trace.records());
  const answerTo = answersOf(boundDevices(facts).values());
  const findings = judge(own, {
    ...{ strict: false, dropped: trace.dropped, alone, eventPatience, answerTo },
    // Where each program has a target of its own, nobody was there before.
    ...(context.others && { aftermathUntil: startedAt + EVENT_PATIENCE }),
  });
  return { findings, trace: trace.records(), halt };
}

const NOBODY: ReadonlySet<string> = new Set();

/** All connections of a client hear of all its devices, so also of those that others of the run are at work on. */
function withoutEventsOf(
  deviceIds: ReadonlySet<string>,
  records: readonly TraceRecord[],
): readonly TraceRecord[] {
  if (deviceIds.size === 0) return records;
  return records.filter((each) => each.kind !== 'event' || !deviceIds.has(each.deviceId ?? ''));
}
