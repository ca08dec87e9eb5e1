// What the service can ask of a device: the four operations and the refresh.
import type { Operation } from '../../contract/schemas/command.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { DeviceOutcome } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { TimingSpec } from './device-spec.js';
import { peripheralsOf } from './device-views.js';
import type { OperationRunner } from './operation-runner.js';
import { planOperation, type Result } from './plan-operation.js';
import type { Reporter } from './reporter.js';
import type { Witness } from './witness.js';

export interface Operations {
  refresh(): Promise<DeviceOutcome<Peripherals>>;
  perform(operation: Operation): Promise<DeviceOutcome<Result>>;
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
  let executions = 0;
  return {
    executions: () => executions,
    refresh: () =>
      runner.run({
        kind: 'refresh',
        duration: timing.refresh,
        wait: 0,
        act: (finish) => finish({ kind: 'done', value: peripheralsOf(parts) }),
      }),
    // Async, so that a plan that cannot be made rejects rather than throws.
    perform: async (operation) => {
      const plan = planOperation(parts, timing, operation);
      return runner.run({
        ...plan,
        act: (finish) => {
          executions++;
          witness({ act: 'operation', operation });
          plan.act(finish);
          reporter.report();
        },
      });
    },
  };
}
