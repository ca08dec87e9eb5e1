// One attempt of a check: a fresh stage, its steps, and afterwards its clean-up, however it ended.
import type { RandomStream } from '../../../kernel/random.js';
import type { Pulse } from '../../target/pulse.js';
import type { RefreshBook } from '../../target/refresh-book.js';
import type { Call } from '../../target/call.js';
import type { ManagedDevice } from '../../target/profile.js';
import type { Stimuli } from '../../target/stimuli/stimuli.js';
import type { Target } from '../../target/target.js';
import type { ScenarioCase, Step } from '../scenario.js';
import type { BoundDevice } from '../view/bound-device.js';
import { createConnections } from './connections.js';
import { createNotes, type Notes } from './notes.js';
import { runSteps } from './run-steps.js';
import type { BoundClient, Halt, Stage } from './stage.js';

/** What stays the same from attempt to attempt. */
export interface AttemptContext {
  readonly case: ScenarioCase;
  readonly target: Target;
  readonly patience: number;
  readonly roundTrip: number;
  readonly devices: ReadonlyMap<string, BoundDevice>;
  readonly clients: ReadonlyMap<string, BoundClient>;
  readonly stimuli?: Pick<Stimuli, 'open'>;
  readonly managed?: ManagedDevice;
  /** Stands in every key, so that no run meets the keys of an earlier one. */
  readonly runMark: string;
  readonly refreshes: RefreshBook;
  readonly pulse: Pulse;
  readonly random: RandomStream;
  readonly signal: AbortSignal;
  readonly guard: (call: Call) => string | undefined;
  readonly onStep: (step: Step, attempt: number) => void;
  readonly onWait: (until: number, why: string) => void;
}

export interface AttemptEnd {
  readonly notes: Notes;
  /** Undefined when all steps were done, and all that was checked held. */
  readonly halt: Halt | undefined;
}

/** Clean-up goes on for this long after the run was interrupted, in ms. */
const CLEANUP_TIME = 20_000;

export async function runAttempt(context: AttemptContext, attempt: number): Promise<AttemptEnd> {
  const stage = createStage(context, attempt);
  try {
    const halt = await stage.runSteps(context.case.steps, stage);
    return { notes: stage.notes, halt };
  } finally {
    await cleanUp(context, stage);
  }
}

async function cleanUp({ case: { cleanup }, target }: AttemptContext, stage: Stage): Promise<void> {
  const limit = new AbortController();
  const timer = target.clock.setTimer('clean-up', CLEANUP_TIME, () => limit.abort());
  // What clean-up observes is no part of the verdict.
  const own: Stage = { ...stage, notes: createNotes(target.clock.now()), signal: limit.signal };
  // Before all else: the steps of a clean-up need a device that is there.
  await stage.stimuli?.undo(own.signal);
  for (const step of cleanup) await own.runSteps([step], own);
  timer.cancel();
  await stage.connections.closeAll();
}

function createStage(context: AttemptContext, attempt: number): Stage {
  const { target, clients } = context;
  const keys = new Map<string, string>();
  const freshKey = (): string => `conform-${context.runMark}-${context.random.token(12)}`;
  return {
    id: context.case.id,
    attempt,
    target,
    clock: target.clock,
    signal: context.signal,
    patience: context.patience,
    roundTrip: context.roundTrip,
    rules: context.case.rules,
    refreshes: context.refreshes,
    pulse: context.pulse,
    devices: context.devices,
    clients,
    captures: new Map(),
    connections: createConnections(target, context.pulse, (name) => clients.get(name)?.profileName ?? name),
    stimuli: context.stimuli?.open(target),
    managed: context.managed,
    notes: createNotes(target.clock.now()),
    guard: context.guard,
    key: (name) => {
      if (name === undefined) return freshKey();
      const known = keys.get(name) ?? freshKey();
      keys.set(name, known);
      return known;
    },
    runSteps: async (steps, stage) => runSteps(steps, stage, (step) => context.onStep(step, attempt)),
    waiting: context.onWait,
  };
}
