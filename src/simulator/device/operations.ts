// What the service can ask of a device: the four operations and the refresh.
import type { Operation } from '../../contract/schemas/command.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { DeviceOutcome } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { TimingSpec } from './device-spec.js';
import { peripheralsOf } from './device-views.js';
import type { OperationRunner } from './operation-runner.js';
import { planOperation, type DeviceResult } from './plan-operation.js';
import type { Reporter } from './reporter.js';
import type { Witness } from './witness.js';

export interface Operations {
  refresh(): Promise<DeviceOutcome<Peripherals>>;
  perform(operation: Operation): Promise<DeviceOutcome<DeviceResult>>;
  /** How many operations have been carried out; refreshes are not counted. */
  executions(): number;
}

/** @param reporter is asked when an operation may have changed what the device reports. */
export function createOperations(
  parts: DeviceParts,
  timing: TimingSpec,
  runner: OperationRunner,
  reporter: Pick<Reporter, 'report'>,
  witness: Witness,
): Operations {
  return new AllOperations(parts, timing, runner, reporter, witness);
}

/** A class, as each device of a fleet has its own. */
class AllOperations implements Operations {
  private executed = 0;
  private readonly parts: DeviceParts;
  private readonly timing: TimingSpec;
  private readonly runner: OperationRunner;
  private readonly reporter: Pick<Reporter, 'report'>;
  private readonly witness: Witness;

  constructor(
    parts: DeviceParts,
    timing: TimingSpec,
    runner: OperationRunner,
    reporter: Pick<Reporter, 'report'>,
    witness: Witness,
  ) {
    this.parts = parts;
    this.timing = timing;
    this.runner = runner;
    this.reporter = reporter;
    this.witness = witness;
  }

  executions(): number {
    return this.executed;
  }

  refresh(): Promise<DeviceOutcome<Peripherals>> {
    return this.runner.run({
      kind: 'refresh',
      duration: this.timing.refresh,
      wait: 0,
      act: (finish) => finish({ kind: 'done', value: peripheralsOf(this.parts) }),
    });
  }

  // Async, so that a plan that cannot be made rejects rather than throws.
  async perform(operation: Operation): Promise<DeviceOutcome<DeviceResult>> {
    const plan = planOperation(this.parts, this.timing, operation);
    return this.runner.run({
      ...plan,
      act: (finish) => {
        this.executed++;
        this.witness({ act: 'operation', operation });
        plan.act(finish);
        this.reporter.report();
      },
    });
  }
}
