// A counterexample counts when it comes again each time, and when nobody else can have brought it about.
import { assert } from '../../kernel/assert.js';
import { LONGEST_EVENT_PATIENCE } from '../judge/invariant.js';
import type { Finding } from '../verdict/verdict.js';
import { verbOf } from '../scenario/verbs/registry.js';
import type { Executor, ProgramRun } from './executor.js';
import type { Program, StepData } from './program.js';
import type { TraceRecord } from '../../trace/record.js';
import { interferenceIn, mayComeFromOthers } from '../target/interference.js';
import { viewTrace } from '../judge/trace-view.js';
import { INVARIANTS } from '../judge/judge.js';

/** How often a program is run again, and how often an idle one to see whether others are at work. */
export const CONFIRMATIONS = 3;
const LAST = CONFIRMATIONS - 1;
const IDLE_TIME = '15s';
/** What programs before it have set off is over by then: a relay that was switched off moves the input wired to it. */
const CALM = '5s';

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly run: ProgramRun; readonly finding: Finding }
  /** `run` is one in which the counterexample did not show. */
  | { readonly kind: 'not reproduced'; readonly shown: number; readonly run: ProgramRun }
  /** Nothing was left to run it on. */
  | { readonly kind: 'not run'; readonly shown: number; readonly why: string; readonly run: ProgramRun }
  /** In words: what others did while nothing was asked of the target. */
  | { readonly kind: 'others at work'; readonly signs: readonly string[]; readonly run: ProgramRun };

/** @param mark names the runs; each has a chance of its own. */
export async function confirm(
  program: Program,
  finding: Finding,
  executor: Executor,
  mark: string,
): Promise<Confirmation> {
  const usual = { judged: executor.eventPatience.proving, settle: patienceFor(finding, executor) };
  const longest = { judged: LONGEST_EVENT_PATIENCE, settle: LONGEST_EVENT_PATIENCE };
  let last: { readonly run: ProgramRun; readonly finding: Finding } | undefined;
  for (let shown = 0; shown < CONFIRMATIONS; shown++) {
    const { judged, settle } =
      shown === LAST && finding.where === 'invariant event-missing' ? longest : usual;
    const run = await executor.run(withSettle(program, settle), `${mark}-c${shown}`, {
      eventPatience: judged,
    });
    if (run.notBegun !== undefined) return { kind: 'not run', shown, why: run.notBegun, run };
    const again = breachesIn(run).find(({ rule }) => rule === finding.rule);
    if (!again) return { kind: 'not reproduced', shown, run };
    last = { run, finding: again };
  }
  assert(last !== undefined, 'a program is confirmed at least once');
  if (!needsToBeAlone(finding)) return { kind: 'confirmed', ...last };
  for (const run of await idleRuns(program, executor, mark)) {
    if (run.notBegun !== undefined) return { kind: 'not run', shown: CONFIRMATIONS, why: run.notBegun, run };
    const signs = signsOfOthers(run.trace);
    if (signs.length > 0) return { kind: 'others at work', signs, run };
  }
  return { kind: 'confirmed', ...last };
}

/** Programs that do nothing, which cannot disturb each other: at the same time where there are devices for it. */
async function idleRuns(program: Program, executor: Executor, mark: string): Promise<readonly ProgramRun[]> {
  const patient = { eventPatience: executor.eventPatience.proving };
  const atOnce = Math.min(CONFIRMATIONS, executor.atATime ?? 1);
  const runs: ProgramRun[] = [];
  while (runs.length < CONFIRMATIONS) {
    const marks = Array.from({ length: Math.min(atOnce, CONFIRMATIONS - runs.length) }, (_, at) => {
      return `${mark}-i${runs.length + at}`;
    });
    runs.push(...(await Promise.all(marks.map((each) => executor.run(idle(program), each, patient)))));
  }
  return runs;
}

/**
 * How long to wait for what follows, in ms, where a finding is looked into: only an event takes longer to prove
 * missing. What else was seen at the end may be gone after a longer wait.
 */
export function patienceFor({ rule }: Finding, { eventPatience }: Executor): number {
  return rule.startsWith('events.') ? eventPatience.proving : eventPatience.usual;
}

/** The wait at the beginning of the end is long enough for what is late to come. */
export function withSettle(program: Program, settle: number): Program {
  const [first, ...rest] = program.epilogue;
  return first && verbOf(first)?.waits
    ? { ...program, epilogue: [{ wait: `${settle}ms` }, ...rest] }
    : program;
}

/** The same connections and devices, and nothing that could change anything. */
function idle({ devices, prologue, epilogue, ...program }: Program): Program {
  return {
    ...program,
    devices,
    prologue: [{ wait: CALM }, ...prologue.filter((step) => !verbOf(step)?.switches)],
    body: [{ wait: IDLE_TIME }],
    epilogue: epilogue
      .filter((step) => verbOf(step)?.refersTo?.(step) === undefined)
      // One by one, so that no refresh can be felt by the next.
      .flatMap((step): StepData[] => (verbOf(step)?.refreshes ? [{ wait: IDLE_TIME }, step] : [step])),
    operations: 0,
  };
}

// Signs, in the trace of a program that does nothing, that others use the target at the same time.

const TELLING = /^device\.(state|connection|power|rs485)\./;

function signsOfOthers(records: readonly TraceRecord[]): readonly string[] {
  const { answered, events, stimuli } = viewTrace(records);
  const refusals = answered.flatMap(({ request, reply }) => {
    const by = interferenceIn(reply);
    if (!by || !mayComeFromOthers(by.kind)) return [];
    return `${reply.code ?? reply.status ?? ''} for ${request.what} of ${request.deviceId ?? 'no device'}`;
  });
  const told = events
    .filter(({ topic }) => TELLING.test(topic))
    .map(({ topic, deviceId }) => `${topic} of ${deviceId ?? 'no device'}`);
  const looks = stimuli.filter(({ name }) => name === 'executions');
  const counted = looks.flatMap((before) => {
    const after = looks.findLast((each) => each.deviceId === before.deviceId);
    return after && after.detail !== before.detail
      ? [`${before.deviceId ?? 'a device'} carried out operations`]
      : [];
  });
  return [...new Set([...refusals, ...told, ...counted])];
}

// What a run of a program has proven against the target, the most telling first.

export function breachesIn({ findings }: ProgramRun): readonly Finding[] {
  return findings
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ where }: Finding): number {
  const at = INVARIANTS.findIndex(({ name }) => where === `invariant ${name}`);
  return at < 0 ? INVARIANTS.length : at;
}

/** It reasons from what nobody did, so somebody else's doings could look like it. */
export function needsToBeAlone({ where }: Finding): boolean {
  return INVARIANTS.some(({ name, alone }) => alone && where === `invariant ${name}`);
}

/** Both tell of one fault: the same law was broken, or the same rule. */
export function isAlike(a: Finding, b: Finding): boolean {
  return a.rule === b.rule || a.where === b.where;
}
