// From `--target` to something that can be checked: a profile file, the address of a simulator, or a
// simulator of its own.
import type { Clock } from '../../kernel/clock.js';
import { createRandom } from '../../kernel/random.js';
import { createScaledClock } from '../../kernel/scaled-clock.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { createTrace } from '../../trace/trace.js';
import type { Dialect } from '../../dialect/dialect.js';
import { createTarget } from '../../harness/target/create-target.js';
import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import { createGate, type Gate } from '../../harness/safety/gate/gate.js';
import { createStimuli } from '../../harness/stimuli/create-stimuli.js';
import type { Operator } from '../../harness/stimuli/drivers/prompt.js';
import type { InProcessOptions } from '../in-process/in-process-options.js';
import type { Stimuli } from '../../harness/stimuli/stimuli.js';
import type { Target } from '../../harness/target/target.js';

/** What there is to know about a target before a run. */
export interface TargetFacts {
  readonly profile: Profile;
  readonly dialect: Dialect;
  /** Arguments of `conform run` that lead to the same target. */
  readonly repeatArguments: readonly string[];
  /** Where curl lines point to, and what has to be done before they work. */
  readonly curl: { readonly baseUrl: string; readonly before?: string };
  /** Profile and dialect fit by construction: what differs is the target's doing. */
  readonly vouchedFor: boolean;
  /** The simulator of its own that is checked, as it can be had without a socket. */
  readonly inProcess?: InProcessOptions;
  /** How to get stimuli where there is no profile file to declare them in. */
  readonly noStimuli?: string;
  /** Stops what was started for the run. */
  stop(): Promise<void>;
}

export interface OpenTarget extends TargetFacts {
  readonly target: Target;
  /** All that leaves goes through it. */
  readonly gate: Gate;
  readonly stimuli: Stimuli;
  readonly seed: number;
  readonly speed: number;
  close(): Promise<void>;
}

/** What is left is real sockets: faster clocks make their milliseconds count for too much. */
export const EMBEDDED_SPEED = 10;

export function clockOf(speed: number): Clock {
  return speed === 1 ? createSystemClock() : createScaledClock(speed);
}

export interface OpenOptions {
  readonly clock: Clock;
  readonly speed: number;
  readonly seed: number;
  /** Absent when nobody can be asked. */
  readonly operator?: Operator | undefined;
  /** What the run leaves out on purpose. */
  readonly restriction?: Restriction | undefined;
}

export function openTarget(facts: TargetFacts, options: OpenOptions): OpenTarget {
  const { profile, dialect, noStimuli } = facts;
  const { clock, speed, seed, operator, restriction } = options;
  const { baseUrl, websocketUrl, tls } = profile;
  const gate = createGate({ profile, dialect, restriction });
  const transport = gate.guard(createNetworkTransport({ baseUrl, websocketUrl, tls, clock }));
  const trace = createTrace(clock);
  const random = createRandom(seed);
  const target = createTarget({ profile, dialect, clock, transport, trace, random });
  const stimuli = createStimuli({
    profile,
    clock,
    random,
    forbidsAct: gate.forbidsAct,
    ...(restriction && { restriction }),
    ...(operator && { operator }),
    ...(noStimuli === undefined ? {} : { instead: noStimuli }),
  });
  return {
    ...facts,
    target,
    gate,
    stimuli,
    seed,
    speed,
    close: async () => {
      await target.close();
      await stimuli.close();
      await facts.stop();
    },
  };
}
