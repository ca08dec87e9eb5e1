// Routes about devices: what they are, and what is done to them.
import { z } from 'zod';
import { closest } from '../../../kernel/closest.js';
import { idleAct } from '../effect.js';
import { json, page, refused, route } from '../route.js';
import { applyStimulus, stimulusSchema } from '../stimuli.js';
import { createDeviceViews } from '../views/devices.js';
export const deviceRoutes = [
    route({
        method: 'GET',
        path: '/devices',
        summary: 'The fleet, a page at a time: identity, lane, refresh budget and faults of each device',
        query: z.strictObject({ ...page, profile: z.string().optional() }),
        handle: ({ query }, { installation: { simulator, faults } }) => {
            const { summary } = createDeviceViews(simulator, faults);
            const { identities, nextCursor } = pageOf(simulator.fleet.list(), query);
            const devices = identities.map(summary);
            return json({ count: simulator.fleet.count, devices, ...(nextCursor && { nextCursor }) });
        },
    }),
    route({
        method: 'GET',
        path: '/devices/{deviceId}',
        summary: 'One device: what it reports beside what is really so',
        handle: ({ parameters: { deviceId = '' } }, { installation: { simulator, faults } }) => {
            const view = createDeviceViews(simulator, faults).view(deviceId);
            return view ? json(view) : noDevice(deviceId, simulator.fleet.list());
        },
    }),
    route({
        method: 'GET',
        path: '/devices/{deviceId}/witness',
        summary: 'What the device has physically done: operations carried out, and how often each relay has switched',
        handle: ({ parameters: { deviceId = '' } }, { installation, steering }) => {
            const device = installation.device(deviceId);
            if (!device)
                return noDevice(deviceId, installation.simulator.fleet.list());
            const { executions, relays, powered, linked } = device.physical();
            return json({ deviceId, at: steering.state().now, executions, relays, powered, linked });
        },
    }),
    route({
        method: 'POST',
        path: '/devices/{deviceId}/stimuli',
        summary: 'Does something to a device: an input, an analog value, a sensor, power, link or RS485 bytes',
        body: stimulusSchema,
        handle: ({ parameters: { deviceId = '' }, body }, { installation, steering }) => {
            const device = installation.device(deviceId);
            if (!device)
                return noDevice(deviceId, installation.simulator.fleet.list());
            const online = installation.simulator.fleet.status(deviceId)?.online ?? false;
            const idle = idleAct(body, { ...device.physical(), online });
            if (applyStimulus(device.stimuli, body))
                return json({ applied: body.kind, at: steering.state().now, ...idle });
            const pointer = 'index' in body ? '/index' : 'key' in body ? '/key' : '/kind';
            return refused(422, lacks(deviceId, body, device.channels), { pointer });
        },
    }),
];
/** What the device has instead. */
function lacks(deviceId, stimulus, channels) {
    const { digitalInputs, analogInputs, sensors } = channels;
    switch (stimulus.kind) {
        case 'set-input':
        case 'drive-input':
            return `${deviceId} has no such channel: it has ${countOf(digitalInputs, 'digital input')}.`;
        case 'set-analog':
        case 'drive-analog':
            return `${deviceId} has no such channel: it has ${countOf(analogInputs, 'analog input')}.`;
        case 'set-sensor':
        case 'drive-sensor':
            return `${deviceId} has no such channel: its sensors are ${sensors.join(', ') || 'none'}.`;
        default:
            return `${deviceId} has no such channel: it has no RS485 port.`;
    }
}
function countOf(count, what) {
    return count === 0 ? `no ${what}` : `${count} ${what}${count === 1 ? '' : 's'}, from 1`;
}
/** So many names are compared with a mistyped one: a fleet may have a hundred thousand. */
const MOST_COMPARED = 2000;
function noDevice(deviceId, fleet) {
    const near = closest(deviceId, namesOf(fleet));
    const meant = near === undefined ? '' : `Did you mean "${near}"? `;
    return refused(404, `There is no device ${deviceId}.`, {
        pointer: '{deviceId}',
        hint: `${meant}GET /control/v1/devices lists them.`,
    });
}
function* namesOf(fleet) {
    let left = MOST_COMPARED;
    for (const { deviceId } of fleet) {
        if (left-- === 0)
            return;
        yield deviceId;
    }
}
function pageOf(all, { limit, cursor, profile }) {
    const identities = [];
    let passed = cursor === undefined;
    for (const identity of all) {
        if (!passed)
            passed = identity.deviceId === cursor;
        else if (profile === undefined || identity.profileId === profile) {
            const last = identities.at(-1);
            if (last && identities.length === limit)
                return { identities, nextCursor: last.deviceId };
            identities.push(identity);
        }
    }
    return { identities };
}
