import type { EventRecord } from '../../../trace/record.js';
import { type BoundDevice } from './bound-device.js';
import type { View } from './reply-view.js';
export type SeenEvent = EventRecord & {
    readonly at: number;
};
/** The fields are those of the table `VIEW_FIELDS.event`. */
export declare function eventView(event: SeenEvent, devices: readonly BoundDevice[], since: number): View;
