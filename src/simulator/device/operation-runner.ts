// Carries out operations in the device's own time, and decides what the service gets to hear of them.
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { DeviceOutcome } from './device.js';
import type { TimingSpec } from './device-spec.js';
import type { DeviceInfluences, OperationKind } from './influences.js';
import type { Lazy } from './lazy.js';
import type { Link } from './link.js';
import type { Power } from './power.js';

export type FinishOperation<T> = (outcome: DeviceOutcome<T>) => void;

export interface OperationPlan<T> {
  readonly kind: OperationKind;
  readonly duration: number;
  /** What the operation takes beyond `duration`, at most. */
  readonly wait: number;
  /** Takes place when the duration is over; calls `finish` at once or later. */
  readonly act: (finish: FinishOperation<T>) => void;
}

export interface OperationRunner {
  run<T>(plan: OperationPlan<T>): Promise<DeviceOutcome<T>>;
}

export interface OperationRunnerOptions {
  readonly clock: Clock;
  readonly timing: TimingSpec;
  readonly chance: Lazy<RandomStream>;
  readonly power: Power;
  readonly link: Link;
  readonly influences: DeviceInfluences;
}

const TIMEOUT = { kind: 'timeout' } as const;

export function createOperationRunner(options: OperationRunnerOptions): OperationRunner {
  return new OneOperationRunner(options);
}

/** A class, as each device of a fleet has its own. */
class OneOperationRunner implements OperationRunner {
  private readonly options: OperationRunnerOptions;

  constructor(options: OperationRunnerOptions) {
    this.options = options;
  }

  run<T>(plan: OperationPlan<T>): Promise<DeviceOutcome<T>> {
    const { link, power } = this.options;
    if (!link.isUp() || !power.running()) return Promise.resolve({ kind: 'unreachable' });
    return new Promise((resolve) => this.start(plan, resolve));
  }

  private start<T>({ kind, duration, wait, act }: OperationPlan<T>, settle: FinishOperation<T>): void {
    const { clock, timing, link, power, influences } = this.options;
    const drops = link.drops();
    const stops = power.stops();
    const answering = influences.answering(kind, clock.now());
    let over = false;
    const end: FinishOperation<T> = (outcome) => {
      if (over) return;
      over = true;
      deadline.cancel();
      const cut = link.drops() !== drops || power.stops() !== stops;
      settle(cut ? TIMEOUT : outcome);
    };
    const deadline = clock.setTimer(`${kind} unanswered`, timing.answerTimeout + wait, () => end(TIMEOUT));
    if (answering === 'deaf') return;
    clock.setTimer(kind, this.timeFor(kind, duration), () => {
      // A device that stopped has forgotten the operation; one that lost its link carries on.
      if (power.stops() !== stops) end(TIMEOUT);
      // Nobody waits for the bytes of a transceive that is this late, and they would spoil the next one.
      else if (kind !== 'transceive' || !over) act(answering === 'mute' ? () => undefined : end);
    });
  }

  private timeFor(kind: OperationKind, nominal: number): number {
    const { clock, timing, chance, influences } = this.options;
    const jitter = timing.jitter > 0 ? timing.jitter * chance.get().fraction() : 0;
    return Math.max(0, influences.operationTime(nominal + jitter, kind, clock.now()));
  }
}
