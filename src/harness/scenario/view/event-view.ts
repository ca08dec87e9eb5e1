// What scenarios see of an event.
import { stateChanged } from '../../../contract/schemas/message.js';
import type { EventRecord } from '../../../trace/record.js';
import { type BoundDevice, changeWords, inputWords, relayWords } from './bound-device.js';
import type { ReplyView } from './reply-view.js';

export type SeenEvent = EventRecord & { readonly at: number };

/** The fields are those of the table `VIEW_FIELDS.event`. */
export function eventView(event: SeenEvent, devices: readonly BoundDevice[], since: number): ReplyView {
  const device = devices.find(({ deviceId }) => deviceId === event.deviceId);
  const change = stateChanged.safeParse(event.data);
  return {
    topic: event.topic,
    connection: event.connection,
    at: event.at,
    after: event.at - since,
    data: event.data,
    body: event.body,
    device: device?.name ?? event.deviceId,
    ...(change.success
      ? {
          changes: changeWords(device, change.data.changes),
          peripherals: change.data.peripherals,
          relays: device ? relayWords(device, change.data.peripherals) : {},
          inputs: device ? inputWords(device, change.data.peripherals) : {},
        }
      : {}),
  };
}
