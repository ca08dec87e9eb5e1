// Turns what the device reports into `state-changed` events: it remembers what it said last, and speaks
// when that is no longer true. While the device is offline it keeps quiet and makes up for it later.
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { DeviceEvent } from './device-event.js';
import type { DeviceParts } from './device-parts.js';
import { peripheralsOf } from './device-views.js';

export interface Reporter {
  /** One event with all channels that differ from the last report; none when nothing does. */
  report(): void;
  /** Takes the present state as reported, without a word. */
  resume(): void;
}

export function createReporter(parts: DeviceParts, emit: (event: DeviceEvent) => void): Reporter {
  return new OneReporter(parts, emit);
}

/** A class, as each device of a fleet has its own. */
class OneReporter implements Reporter {
  private readonly parts: DeviceParts;
  private readonly emit: (event: DeviceEvent) => void;
  private relays: readonly boolean[];
  private inputs: readonly boolean[];

  constructor(parts: DeviceParts, emit: (event: DeviceEvent) => void) {
    this.parts = parts;
    this.emit = emit;
    this.relays = parts.relays.reported();
    this.inputs = parts.inputs.reported();
  }

  resume(): void {
    this.relays = this.parts.relays.reported();
    this.inputs = this.parts.inputs.reported();
  }

  report(): void {
    const { parts } = this;
    if (!parts.deviceLink.isOnline()) return;
    const relays = parts.relays.reported();
    const inputs = parts.inputs.reported();
    const changes = [
      ...differences('relay', this.relays, relays),
      ...differences('digitalInput', this.inputs, inputs),
    ];
    if (changes.length === 0) return;
    this.relays = relays;
    this.inputs = inputs;
    this.emit({ kind: 'state-changed', changes, peripherals: peripheralsOf(parts) });
  }
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
