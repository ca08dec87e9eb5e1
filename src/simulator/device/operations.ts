// The four operations and the refresh: how long each takes and what it does.
import { assert } from '../../kernel/assert.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import type { Operation, TransceiveResult } from '../../contract/schemas/command.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { DeviceOutcome } from './device.js';
import type { DeviceParts } from './device-parts.js';
import { peripheralsOf } from './device-views.js';
import type { TimingSpec } from './device-spec.js';
import type { OperationRunner, Plan } from './operation-runner.js';

type Result = TransceiveResult | undefined;
type Transceive = Extract<Operation, { name: 'device.rs485.transceive' }>;

export interface Operations {
  refresh(): Promise<DeviceOutcome<Peripherals>>;
  perform(operation: Operation): Promise<DeviceOutcome<Result>>;
  /** How many operations have been carried out. */
  executions(): number;
}

export function createOperations(
  parts: DeviceParts,
  timing: TimingSpec,
  runner: OperationRunner,
  report: () => void,
): Operations {
  let executions = 0;

  const instant = (kind: 'control' | 'config', effect: () => void): Plan<Result> => ({
    kind,
    duration: timing[kind],
    wait: 0,
    act: (finish) => {
      executions++;
      effect();
      finish({ kind: 'done', value: undefined });
    },
  });
  const transceive = ({ params }: Transceive): Plan<Result> => {
    const { bus } = parts;
    const request = fromHex(params.data);
    assert(bus && request, 'a transceive needs a port and hex; whoever calls has to know');
    const timeout = params.timeout ?? timing.transceiveTimeout;
    return {
      kind: 'transceive',
      duration: 0,
      wait: bus.timeFor(request.length) + timeout,
      act: (finish) => {
        executions++;
        bus.transceive(request, timeout, (response) =>
          finish(response ? { kind: 'done', value: { data: toHex(response) } } : { kind: 'timeout' }),
        );
      },
    };
  };
  const planOf = (operation: Operation): Plan<Result> => {
    switch (operation.name) {
      case 'device.relay.set':
        return instant('control', () => {
          parts.relays.apply(operation.params.relays);
          report();
        });
      case 'device.relay.jogConfig.set':
        return instant('config', () =>
          parts.relays.setJogDuration(operation.params.index, operation.params.duration),
        );
      case 'device.rs485.baudRate.set':
        return instant('config', () => {
          assert(parts.bus, 'a baud rate needs a port; whoever calls has to know the channels');
          parts.bus.baudRate = operation.params.baudRate;
        });
      case 'device.rs485.transceive':
        return transceive(operation);
    }
  };

  return {
    executions: () => executions,
    refresh: () =>
      runner.run({
        kind: 'refresh',
        duration: timing.refresh,
        wait: 0,
        act: (finish) => finish({ kind: 'done', value: peripheralsOf(parts) }),
      }),
    perform: (operation) => runner.run(planOf(operation)),
  };
}
