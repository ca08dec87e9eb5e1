import { problemAt } from '../../document/validate.js';
import { reportRepeats } from './repeats.js';
const CHANNELS = {
    relays: 'relay',
    inputs: 'input',
    analogInputs: 'analog input',
    sensors: 'sensor',
};
export function readDevices(document, file, problems) {
    const entries = Object.entries(file.devices);
    reportRepeats(problems, document, entries.map(([name, { deviceId }]) => ({
        path: ['devices', name, 'deviceId'],
        what: `deviceId of ${name}`,
        value: deviceId,
    })));
    for (const [name, device] of entries)
        for (const [key, what] of Object.entries(CHANNELS)) {
            const listed = device[key] ?? [];
            listed.forEach((channel, at) => {
                if (listed.indexOf(channel) === at)
                    return;
                const message = `${what} ${String(channel)} is listed twice`;
                problems.push(problemAt(document, ['devices', name, key, at], message));
            });
        }
    return Object.fromEntries(entries.map(([name, device]) => [name, deviceOf(name, device, file)]));
}
function deviceOf(name, { deviceId, relays, rs485, inputs, analogInputs, sensors }, { stimuli }) {
    const { answered, unanswered } = rs485 ?? {};
    const facts = {
        ...(answered === undefined ? {} : { answered }),
        ...(unanswered === undefined ? {} : { unanswered }),
    };
    // An input that a relay drives can be set, whether it is listed or not.
    const wired = (stimuli?.['set-input']?.wiring ?? []).filter(({ device }) => device === name);
    const settable = wired.length > 0 ? wired.map(({ input }) => input) : inputs;
    return {
        deviceId,
        relays,
        ...(settable && { inputs: [...new Set(settable)] }),
        ...(analogInputs && { analogInputs }),
        ...(sensors && { sensors }),
        ...(rs485 === undefined ? {} : { rs485: facts }),
    };
}
