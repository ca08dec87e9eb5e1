// Every fault that can be ordered, by its type, in the order in which it is shown.
import { bouncingInput } from './device/bouncing-input.js';
import { driftingSensor } from './device/drifting-sensor.js';
import { flapping } from './device/flapping.js';
import { frozenSensor } from './device/frozen-sensor.js';
import { offline } from './device/offline.js';
import { powerCut } from './device/power-cut.js';
import { slow } from './device/slow.js';
import { stuckRelay } from './device/stuck-relay.js';
import { unresponsive } from './device/unresponsive.js';
import { internalError } from './rest/internal-error.js';
import { latency } from './rest/latency.js';
import { rateLimited } from './rest/rate-limited.js';
import { requestLost } from './rest/request-lost.js';
import { responseLost } from './rest/response-lost.js';
import { slowBody } from './rest/slow-body.js';
import { garble } from './rs485/garble.js';
import { late } from './rs485/late.js';
import { mute } from './rs485/mute.js';
import { noise } from './rs485/noise.js';
import { truncate } from './rs485/truncate.js';
import { clientDisabled } from './service/client-disabled.js';
import { foreignTraffic } from './service/foreign-traffic.js';
import { restart } from './service/restart.js';
import { ticketExpiry } from './service/ticket-expiry.js';
import { tokenExpiry } from './service/token-expiry.js';
import { close } from './websocket/close.js';
import { delayEvents } from './websocket/delay-events.js';
import { duplicateEvents } from './websocket/duplicate-events.js';
import { halfOpen } from './websocket/half-open.js';
import { reorderEvents } from './websocket/reorder-events.js';
import { stall } from './websocket/stall.js';
import { unknownFields } from './websocket/unknown-fields.js';
import { unknownTopics } from './websocket/unknown-topics.js';
export const FAULT_TYPES = [
    offline,
    flapping,
    powerCut,
    unresponsive,
    slow,
    stuckRelay,
    bouncingInput,
    driftingSensor,
    frozenSensor,
    mute,
    garble,
    truncate,
    late,
    noise,
    latency,
    internalError,
    requestLost,
    responseLost,
    rateLimited,
    slowBody,
    close,
    halfOpen,
    stall,
    duplicateEvents,
    delayEvents,
    reorderEvents,
    unknownFields,
    unknownTopics,
    restart,
    tokenExpiry,
    ticketExpiry,
    clientDisabled,
    foreignTraffic,
];
const BY_TYPE = new Map(FAULT_TYPES.map((fault) => [fault.type, fault]));
export function faultType(type) {
    return BY_TYPE.get(type);
}
