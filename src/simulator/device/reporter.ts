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
  readonly relays: { reported(): readonly boolean[] };
  readonly inputs: { reported(): readonly boolean[] };
  readonly peripherals: () => Peripherals;
  readonly online: () => boolean;
  readonly emit: (event: DeviceEvent) => void;
}

export function createReporter(options: ReporterOptions): Reporter {
  return new OneReporter(options);
}

/** A class, as each device of a fleet has its own. */
class OneReporter implements Reporter {
  private readonly options: ReporterOptions;
  private relays: readonly boolean[];
  private inputs: readonly boolean[];

  constructor(options: ReporterOptions) {
    this.options = options;
    this.relays = options.relays.reported();
    this.inputs = options.inputs.reported();
  }

  resume(): void {
    this.relays = this.options.relays.reported();
    this.inputs = this.options.inputs.reported();
  }

  report(): void {
    const { options } = this;
    if (!options.online()) return;
    const relays = options.relays.reported();
    const inputs = options.inputs.reported();
    const changes = [
      ...differences('relay', this.relays, relays),
      ...differences('digitalInput', this.inputs, inputs),
    ];
    if (changes.length === 0) return;
    this.relays = relays;
    this.inputs = inputs;
    options.emit({ kind: 'state-changed', changes, peripherals: options.peripherals() });
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
