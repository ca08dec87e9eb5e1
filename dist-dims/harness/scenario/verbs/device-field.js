// How verbs name a device: by the scenario's name for it, or by an identifier that nobody vouches for.
import { z } from 'zod';
import { namesOf } from '../language/names.js';
import { name } from '../language/modifiers.js';
export const deviceField = z
    .union([name, z.strictObject({ deviceId: z.string().min(1) })])
    .describe("a device of the scenario, or { deviceId: … } for one that the profile doesn't know");
export function checkDevice(check, key, field) {
    if (typeof field === 'string')
        check.known([key], 'device', field, namesOf(check.names, 'device'));
}
/** The scenario's name of the device; undefined for an identifier. */
export function deviceNameIn(field) {
    return typeof field === 'string' ? field : undefined;
}
export function addressed(context, field) {
    if (typeof field !== 'string')
        return { deviceId: field.deviceId };
    const device = context.devices.get(field);
    return device ? { deviceId: device.deviceId, device } : { deviceId: field };
}
