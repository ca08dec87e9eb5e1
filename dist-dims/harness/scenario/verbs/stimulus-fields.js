// How `stimulate` and `witness` name what they act on, and how that becomes an act on the profile's devices.
import { z } from 'zod';
import { factsOf } from '../../profile/stimuli/catalogue.js';
import { name } from '../language/modifiers.js';
import { namesOf } from '../language/names.js';
/** A value that may also be a reference, as in `$before.value`. */
const reference = z.string().regex(/^\$/, 'expected a value, or a reference such as $before.value');
export const stimulusFields = {
    device: name.optional().describe('the device that it is done to'),
    client: name.optional().describe('the API client that it is done to'),
    input: name.optional().describe('a digital input, by the name that the scenario gives it'),
    analogInput: name.optional().describe('an analog input, by the name that the scenario gives it'),
    sensor: name.optional().describe('a sensor, by the name that the scenario gives it'),
    active: z.union([z.boolean(), reference]).optional().describe('what a digital input becomes'),
    value: z.union([z.number(), reference]).optional().describe('what an analog input or a sensor shows'),
    data: z.string().optional().describe('bytes in hex'),
};
/** The fields that a stimulus takes; all of them are needed. */
function fieldsFor(stimulus) {
    const { on, takes } = factsOf(stimulus);
    return [on, ...takes.map((parameter) => fieldOf(stimulus, parameter))];
}
function fieldOf(stimulus, parameter) {
    if (parameter === 'index')
        return stimulus === 'set-analog' ? 'analogInput' : 'input';
    return parameter === 'key' ? 'sensor' : parameter;
}
/** The names that a device of a scenario gives to its channels, by the field that refers to them. */
const CHANNELS = { input: 'inputs', analogInput: 'analogInputs', sensor: 'sensors' };
const CHANNEL_FIELDS = Object.keys(CHANNELS);
export function checkStimulus(fields, check) {
    const { stimulate, device, client } = fields;
    const wanted = fieldsFor(stimulate);
    for (const field of Object.keys(stimulusFields)) {
        const given = fields[field] !== undefined;
        if (given && !wanted.includes(field))
            check.problem([field], `"${field}" means nothing to ${stimulate}`, `It takes ${wanted.join(', ')}.`);
        if (!given && wanted.includes(field))
            check.problem(['stimulate'], `${stimulate} needs "${field}"`, `It takes ${wanted.join(', ')}.`);
    }
    if (device !== undefined)
        check.known(['device'], 'device', device, namesOf(check.names, 'device'));
    if (client !== undefined)
        check.known(['client'], 'client', client, namesOf(check.names, 'client'));
    const need = check.names.needs.devices[device ?? ''];
    for (const field of CHANNEL_FIELDS) {
        const channel = fields[field];
        if (channel !== undefined && need && wanted.includes(field))
            check.known([field], `${CHANNELS[field]} of ${device}`, channel, need[CHANNELS[field]] ?? []);
    }
}
/** @param fields with references resolved. */
export function actOf(context, stimulus, fields) {
    const device = context.devices.get(fields.device ?? '');
    const client = context.clients.get(fields.client ?? '');
    const index = device?.inputs?.[fields.input ?? ''] ?? device?.analogInputs?.[fields.analogInput ?? ''];
    const key = device?.sensors?.[fields.sensor ?? ''];
    const { active, value, data } = fields;
    return {
        name: stimulus,
        ...(device && { device: { name: device.profileName ?? device.name, deviceId: device.deviceId } }),
        ...(client && { client: { name: client.profileName, clientId: client.clientId } }),
        ...(index === undefined ? {} : { index }),
        ...(key === undefined ? {} : { key }),
        ...(typeof active === 'boolean' ? { active } : {}),
        ...(typeof value === 'number' ? { value } : {}),
        ...(data === undefined ? {} : { data }),
    };
}
