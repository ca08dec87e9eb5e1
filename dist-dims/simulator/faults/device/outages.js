import { drawDelay } from '../scalars.js';
/** Each outage of each device is an occasion. */
export function createOutages({ site, grip, outage, pause, lost, back }) {
    const releases = new Map();
    const restore = (deviceId) => {
        const release = releases.get(deviceId);
        if (!release)
            return;
        releases.delete(deviceId);
        release();
        site.over(back, deviceId);
    };
    const strike = (deviceId) => {
        const firing = site.fire({ what: deviceId, deviceId });
        if (firing) {
            releases.set(deviceId, grip(deviceId));
            firing.note(lost);
        }
        if (outage === undefined)
            return;
        site.after(drawDelay(outage, site.random), () => {
            restore(deviceId);
            if (pause !== undefined)
                site.after(drawDelay(pause, site.random), () => strike(deviceId));
        });
    };
    return {
        begin: () => {
            for (const { deviceId } of site.devices())
                strike(deviceId);
        },
        end: () => {
            for (const deviceId of [...releases.keys()])
                restore(deviceId);
        },
    };
}
