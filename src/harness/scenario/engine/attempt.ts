// One attempt of a check: a fresh context, its steps, and afterwards its clean-up, however it ended.
import { uuidOf } from '../../../kernel/uuid.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { Liveness } from '../../target/liveness.js';
import { LONGEST_ANNOUNCED } from '../../target/retry.js';
import type { RefreshBook } from '../../target/refresh-book.js';
import type { Call } from '../../target/call.js';
import type { ManagedDevice } from '../../profile/profile.js';
import type { Stimuli } from '../../stimuli/create-stimuli.js';
import type { Target } from '../../target/target.js';
import type { ScenarioCase } from '../scenario.js';
import type { BoundDevice } from '../view/views.js';
import { createScenarioConnections } from './connections.js';
import { createNotes, type Notes } from './notes.js';
import type { BoundClient, ExecutionContext, Halt, StepInWords } from './execution-context.js';
import { SafetyError } from '../../target/gated-transport.js';
import type { Step } from '../verbs/verb.js';
import { whereIs } from './checkpoint.js';
import { keptIn } from '../../../kernel/kept-in.js';
import { inOtherCase } from '../../target/secret-like.js';

/** What stays the same from attempt to attempt. */
export interface AttemptParts {
  readonly case: ScenarioCase;
  readonly target: Target;
  readonly patience: number;
  /** The longest announced delay that is waited for, in ms; default: a minute. */
  readonly longestWait?: number | undefined;
  readonly roundTrip: number;
  readonly devices: ReadonlyMap<string, BoundDevice>;
  readonly clients: ReadonlyMap<string, BoundClient>;
  readonly stimuli?: Pick<Stimuli, 'open'>;
  readonly managed?: ManagedDevice;
  /** Stands in every key, so that no run meets the keys of an earlier one. */
  readonly runMark: string;
  readonly refreshes: RefreshBook;
  readonly liveness: Liveness;
  readonly random: RandomStream;
  readonly signal: AbortSignal;
  readonly guard: (call: Call) => string | undefined;
  /** The step that begins, or what is waited for. */
  readonly onDoing: (what: string) => void;
}

export interface AttemptEnd {
  readonly notes: Notes;
  /** Undefined when all steps were done, and all that was checked held. */
  readonly halt: Halt | undefined;
  /** Steps of the case that it has begun. */
  readonly begun: number;
  /** Devices that were taken away and never came back though all was put back, after a deviation of which that may be part. */
  readonly lost: readonly string[];
}

/** Clean-up goes on for this long after the run was interrupted, in ms. */
export const CLEANUP_TIME = 20_000;

export async function runAttempt(parts: AttemptParts, attempt: number): Promise<AttemptEnd> {
  const { steps } = parts.case;
  let begun = 0;
  const starting = (step: StepInWords): void => {
    if (steps.some((each) => each === step)) begun++;
    parts.onDoing(whereIs(step));
  };
  const context = { ...createExecutionContext(parts, attempt), starting };
  let halt: Halt | undefined;
  try {
    halt = await runSteps(steps, context);
  } finally {
    await cleanUp(parts, context);
  }
  const { notes, signal, stimuli } = context;
  const isDeviation = halt?.kind === 'observed' && notes.observations.at(-1)?.result === 'deviated';
  const lost = isDeviation ? await stimuli?.lost(LOST_AFTER, signal) : [];
  return { notes, halt, begun, lost: lost ?? [] };
}

/** In ms: a device may take minutes to boot and to find its network. */
const LOST_AFTER = 300_000;

async function cleanUp(
  { case: { cleanup }, target }: AttemptParts,
  context: ExecutionContext,
): Promise<void> {
  const limit = new AbortController();
  const timer = target.clock.setTimer('clean-up', CLEANUP_TIME, () => limit.abort());
  // What clean-up observes is no part of the verdict.
  const own: ExecutionContext = { ...context, notes: createNotes(target.clock.now()), signal: limit.signal };
  // Before all else: the steps of a clean-up need a device that is there.
  await context.stimuli?.undo(own.signal);
  for (const step of cleanup) await runSteps([step], own);
  timer.cancel();
  await context.connections.closeAll();
}

function createExecutionContext(parts: AttemptParts, attempt: number): Omit<ExecutionContext, 'starting'> {
  const { target, clients } = parts;
  const keys = new Map<string, string>();
  const freshKey = (form: 'text' | 'uuid'): string => {
    const own = parts.random.token(12);
    return form === 'text' ? `conform-${parts.runMark}-${own}` : uuidOf(parts.runMark, own);
  };
  return {
    id: parts.case.id,
    attempt,
    target,
    clock: target.clock,
    signal: parts.signal,
    patience: parts.patience,
    longestWait: parts.longestWait ?? LONGEST_ANNOUNCED,
    roundTrip: parts.roundTrip,
    rules: parts.case.rules,
    refreshes: parts.refreshes,
    liveness: parts.liveness,
    devices: parts.devices,
    clients,
    ownClients: parts.case.needs.exclusive || parts.case.needs.apart,
    captures: new Map(),
    connections: createScenarioConnections(
      target,
      parts.liveness,
      (name) => clients.get(name)?.profileName ?? name,
    ),
    stimuli: parts.stimuli?.open(target),
    managed: parts.managed,
    notes: createNotes(target.clock.now()),
    guard: parts.guard,
    key: (name) => {
      if (name === undefined) return freshKey('uuid');
      const [base = '', like] = name.split('~');
      const known = keptIn(keys, base, () => freshKey(base.startsWith('text') ? 'text' : 'uuid'));
      return like === undefined ? known : keyLike(known, like);
    },
    waiting: parts.onDoing,
  };
}

/** Characters of a key that differs from another one at its end only. */
const LONG_KEY = 64;

/** Another key that is easily taken for the same. */
function keyLike(key: string, like: string): string {
  if (like === 'other-case') return inOtherCase(key);
  return `${key}${'-'.repeat(Math.max(1, LONG_KEY - key.length - like.length))}${like}`;
}

// Runs steps one after the other, until one of them says that it is no use to go on.

export async function runSteps(steps: readonly Step[], context: ExecutionContext): Promise<Halt | undefined> {
  for (const step of steps) {
    if (context.signal.aborted) return { kind: 'interrupted' };
    context.starting(step);
    context.target.trace.add({
      kind: 'step',
      scenario: context.id,
      step: whereIs(step),
      attempt: context.attempt,
    });
    const halt = await runStep(step, context);
    if (halt)
      return halt.kind === 'blocked' && step.children.length === 0
        ? { ...halt, why: `${whereIs(step)}: ${halt.why}` }
        : halt;
  }
  return undefined;
}

/** What safety does not let pass is no mistake of this program: the check cannot be done here. */
async function runStep(step: Step, context: ExecutionContext): Promise<Halt | undefined> {
  try {
    return await step.verb.run(step.fields, context, step);
  } catch (error) {
    if (!(error instanceof SafetyError)) throw error;
    return context.signal.aborted ? { kind: 'interrupted' } : { kind: 'unsafe', why: error.message };
  }
}
