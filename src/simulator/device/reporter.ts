// Turns what the device reports into `state-changed` events: it remembers what it said last, and speaks
// when that is no longer true. While the device is offline it keeps quiet and makes up for it later.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { DeviceEvent } from './device-event.js';

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
  return {
    resume: () => {
      knownRelays = relays();
      knownInputs = inputs();
    },
    report: () => {
      if (!online()) return;
      const [presentRelays, presentInputs] = [relays(), inputs()];
      const changes = [
        ...differences('relay', knownRelays, presentRelays),
        ...differences('digitalInput', knownInputs, presentInputs),
      ];
      if (changes.length === 0) return;
      knownRelays = presentRelays;
      knownInputs = presentInputs;
      emit({ kind: 'state-changed', changes, peripherals: peripherals() });
    },
  };
}

function differences(
  kind: ChannelChange['kind'],
  known: readonly boolean[],
  present: readonly boolean[],
): ChannelChange[] {
  const changes: ChannelChange[] = [];
  for (const [at, state] of present.entries()) if (state !== known[at]) changes.push({ kind, index: at + 1 });
  return changes;
}
