// What each of the four operations does to the parts of a device, and how long it takes.
import { assert } from '../../kernel/assert.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import type { Operation, TransceiveResult } from '../../contract/schemas/command.js';
import type { DeviceParts } from './device-parts.js';
import type { TimingSpec } from './device-spec.js';
import type { Plan } from './operation-runner.js';
import type { Bus } from './rs485/bus.js';

export type Result = TransceiveResult | undefined;

type ParamsOf<N extends Operation['name']> = Extract<Operation, { name: N }>['params'];

/** Throws at once when the device lacks the channel: whoever calls has to know the channels. */
export function planOperation(parts: DeviceParts, timing: TimingSpec, operation: Operation): Plan<Result> {
  switch (operation.name) {
    case 'device.relay.set': {
      const { relays } = operation.params;
      for (const { index } of relays) assertRelay(parts, index);
      return instant('control', timing.control, () => parts.relays.apply(relays));
    }
    case 'device.relay.jogConfig.set': {
      const { index, duration } = operation.params;
      assertRelay(parts, index);
      return instant('config', timing.config, () => parts.relays.setJogDuration(index, duration));
    }
    case 'device.rs485.baudRate.set': {
      const bus = busOf(parts);
      return instant('config', timing.config, () => {
        bus.baudRate = operation.params.baudRate;
      });
    }
    case 'device.rs485.transceive':
      return transceive(busOf(parts), timing, operation.params);
  }
}

function instant(kind: 'control' | 'config', duration: number, effect: () => void): Plan<Result> {
  const act: Plan<Result>['act'] = (finish) => {
    effect();
    finish({ kind: 'done', value: undefined });
  };
  return { kind, duration, wait: 0, act };
}

function transceive(
  bus: Bus,
  timing: TimingSpec,
  { data, timeout = timing.transceiveTimeout }: ParamsOf<'device.rs485.transceive'>,
): Plan<Result> {
  const request = fromHex(data);
  assert(request, 'the data of a transceive is hex');
  return {
    kind: 'transceive',
    duration: 0,
    wait: bus.timeFor(request.length) + timeout,
    act: (finish) =>
      bus.transceive(request, timeout, (response) =>
        finish(response ? { kind: 'done', value: { data: toHex(response) } } : { kind: 'timeout' }),
      ),
  };
}

function assertRelay({ relays }: DeviceParts, index: number): void {
  assert(index >= 1 && index <= relays.all.length, `relay ${index} does not exist`);
}

function busOf({ bus }: DeviceParts): Bus {
  const port = bus.get();
  assert(port, 'the device has no RS485 port');
  return port;
}
