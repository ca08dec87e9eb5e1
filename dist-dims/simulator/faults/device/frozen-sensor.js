// A sensor that keeps reading the same value.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { channels, createChannelGate, readAll } from './channels.js';
export const frozenSensor = defineFault({
    type: 'frozen-sensor',
    group: 'device',
    summary: 'Sensors and analog inputs keep showing the value that they had when the fault began.',
    occasion: 'channel',
    selects: ['device', 'profile'],
    parameters: z.strictObject({ channels }),
    legality: {
        legal: false,
        because: 'The service reports what the device reads, which is not the state of that moment.',
        breaks: ['devices.detail-is-live'],
    },
    start: (parameters, site) => {
        const gate = createChannelGate(site, parameters.channels, 'frozen');
        return {
            begin: () => readAll(site),
            influences: ({ deviceId }) => {
                const frozen = gate(deviceId);
                const values = new Map();
                return {
                    reading: (channel, value, _, at) => {
                        if (!frozen(channel))
                            return value;
                        const id = channel.kind === 'sensor' ? channel.key : channel.index;
                        const kept = values.get(id) ?? at(site.beganAt);
                        values.set(id, kept);
                        return kept;
                    },
                };
            },
        };
    },
});
