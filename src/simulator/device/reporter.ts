// Turns what the device reports into `state-changed` events: it remembers what it said last, and speaks
// when that is no longer true. While the device is offline it keeps quiet and makes up for it later.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { DeviceEvent } from './device.js';

export interface Reporter {
  /** One event with all channels that differ from the last report; none when nothing does. */
  report(): void;
  /** Takes the present state as reported, without a word. */
  resume(): void;
}

export interface ReporterOptions {
  readonly relays: () => readonly boolean[];
  readonly inputs: () => readonly boolean[];
  readonly peripherals: () => Peripherals;
  readonly online: () => boolean;
  readonly emit: (event: DeviceEvent) => void;
}

export function createReporter({ relays, inputs, peripherals, online, emit }: ReporterOptions): Reporter {
  let knownRelays = relays();
  let knownInputs = inputs();
  const resume = (): void => {
    knownRelays = relays();
    knownInputs = inputs();
  };
  return {
    resume,
    report: () => {
      if (!online()) return;
      const changes = [
        ...differences('relay', knownRelays, relays()),
        ...differences('digitalInput', knownInputs, inputs()),
      ];
      if (changes.length === 0) return;
      resume();
      emit({ kind: 'state-changed', changes, peripherals: peripherals() });
    },
  };
}

function differences(
  kind: ChannelChange['kind'],
  known: readonly boolean[],
  present: readonly boolean[],
): ChannelChange[] {
  return present.flatMap((state, at) => (state === known[at] ? [] : [{ kind, index: at + 1 }]));
}
