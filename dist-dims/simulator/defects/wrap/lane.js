import { withPorts } from './ports.js';
/** @param delay between the end of an operation and the moment at which its lane is free, in ms. */
export function withLateLane(delay) {
    return withPorts(({ lane }, { clock }) => ({
        lane: {
            enter: (deviceId, origin) => {
                const leave = lane.enter(deviceId, origin);
                return leave && (() => void clock.setTimer('late lane', delay, leave));
            },
        },
    }));
}
/** @param passes whether an operation starts although the lane of its device is taken. */
export function enterAnyway(lane, passes) {
    return (deviceId, origin) => lane.enter(deviceId, origin) ?? (passes(deviceId, origin) ? () => undefined : undefined);
}
/** A lane that lets others end an operation while it still runs. */
export function keepLeaves(lane) {
    const leaves = new Map();
    return {
        enter: (deviceId, origin) => {
            const leave = lane.enter(deviceId, origin);
            if (leave)
                leaves.set(deviceId, leave);
            return leave;
        },
        leaveOf: (deviceId) => leaves.get(deviceId),
    };
}
