// The events of one connection about the state of one device, and the channels that they speak of.
import { readShape } from '../../contract/read-shape.js';
import type { EventRecord } from '../../trace/record.js';
import { groupBy } from '../../kernel/group-by.js';
import { perView } from './per-view.js';
import type { Stamped, TraceView } from './trace-view.js';

type Seen = Stamped<EventRecord>;

export interface StateEvent {
  readonly record: Seen;
  /** `relay 1`, `digitalInput 2`. */
  readonly named: ReadonlySet<string>;
  /** Whether each channel was on, or active. */
  readonly state: ReadonlyMap<string, boolean>;
}

export interface DeviceEvents {
  readonly connection: string;
  readonly deviceId: string;
  readonly changed: readonly StateEvent[];
  /** Nothing on the connection tells that the device was gone or without power for a time. */
  readonly undisturbed: boolean;
}

/** Only events that fit the dialect: of others nobody knows what they name. */
export const stateEventsOf = perView(({ events }: TraceView): readonly DeviceEvents[] => {
  const groups = groupBy(events.filter(hasDevice), ({ connection, deviceId }) =>
    JSON.stringify([connection, deviceId]),
  );
  return [...groups.values()].flatMap((group): DeviceEvents[] => {
    const [first] = group;
    if (!first) return [];
    const { connection, deviceId } = first;
    const undisturbed = !group.some(({ topic }) => /^device\.(connection|power)\./.test(topic));
    const changed = group.flatMap(readStateEvent);
    return changed.length === 0 ? [] : [{ connection, deviceId, changed, undisturbed }];
  });
});

/** The same, of all connections together. */
export function stateEventsAbout(deviceId: string, view: TraceView): readonly StateEvent[] {
  return stateEventsOf(view).flatMap((each) => (each.deviceId === deviceId ? each.changed : []));
}

function hasDevice(event: Seen): event is Seen & { readonly deviceId: string } {
  return event.deviceId !== undefined;
}

function readStateEvent(record: Seen): StateEvent[] {
  if (record.topic !== 'device.state.changed' || record.mismatches?.length) return [];
  const data = readShape('stateChanged', record.data);
  if (!data) return [];
  const { changes, peripherals } = data;
  const named = new Set(changes.map(({ kind, index }) => `${kind} ${index}`));
  return [{ record, named, state: channelsOf(peripherals) }];
}

interface Channels {
  readonly relays: readonly { readonly index: number; readonly on: boolean }[];
  readonly digitalInputs: readonly { readonly index: number; readonly active: boolean }[];
}

/** The channels that `changes` can name, by the words for them. */
function channelsOf({ relays, digitalInputs }: Channels): ReadonlyMap<string, boolean> {
  return new Map([
    ...relays.map(({ index, on }) => [`relay ${index}`, on] as const),
    ...digitalInputs.map(({ index, active }) => [`digitalInput ${index}`, active] as const),
  ]);
}
