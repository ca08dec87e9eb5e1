// A sensor whose error grows with time.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { channels, createChannelGate } from './channels.js';
const MINUTE = 60_000;
export const driftingSensor = defineFault({
    type: 'drifting-sensor',
    group: 'device',
    summary: 'Sensors and analog inputs read more and more beside the truth.',
    occasion: 'channel',
    selects: ['device', 'profile'],
    parameters: z.strictObject({
        channels,
        perMinute: z.number().default(1).describe('How far a reading drifts in a minute, in its own unit'),
        most: z.number().positive().optional().describe('Where the drift stops'),
    }),
    legality: {
        legal: false,
        because: 'The service reports what the device reads, which is not the state of that moment.',
        breaks: ['devices.detail-is-live'],
    },
    start: ({ channels: chosen, perMinute, most = Infinity }, site) => {
        const gate = createChannelGate(site, chosen, `drifts by ${perMinute} a minute`);
        return {
            influences: ({ deviceId }) => {
                const drifts = gate(deviceId);
                return {
                    reading: (channel, value, now) => {
                        if (!drifts(channel))
                            return value;
                        const drift = (perMinute * (now - site.beganAt)) / MINUTE;
                        return Number((value + Math.max(-most, Math.min(most, drift))).toFixed(6));
                    },
                };
            },
        };
    },
});
