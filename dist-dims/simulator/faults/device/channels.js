// Which channels a fault of sensors applies to. Each channel is one occasion, however often it is read.
import { z } from 'zod';
export const channels = z
    .array(z.union([z.string().min(1), z.int().min(1)]))
    .min(1)
    .optional()
    .describe('Keys of sensors and indices of analog inputs; all of both when absent');
/** Whether the fault acts on a channel; the trigger decides when the channel is read for the first time. */
export function createChannelGate(site, chosen, effect) {
    return (deviceId) => {
        const hit = new Map();
        return (channel) => {
            const id = channel.kind === 'sensor' ? channel.key : channel.index;
            if (chosen && !chosen.includes(id))
                return false;
            const name = channel.kind === 'sensor' ? `sensor ${channel.key}` : `analog input ${channel.index}`;
            const known = hit.get(name);
            if (known !== undefined)
                return known;
            const firing = site.fire({ what: `${name} of ${deviceId}`, deviceId });
            firing?.note(effect);
            hit.set(name, firing !== undefined);
            return firing !== undefined;
        };
    };
}
/** Reads all channels of the devices that are in use, so that the fault begins there now; others begin when read. */
export function readAll(site) {
    for (const device of site.world.fleet.made()) {
        if (site.selects({ deviceId: device.deviceId }))
            device.peripherals();
    }
}
