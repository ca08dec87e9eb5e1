// Devices of a running simulator in words.
import { formatDuration } from '../../kernel/duration.js';
import { table } from '../../report/columns.js';
export function fleetText(count, devices, nextCursor) {
    const rows = devices.map((device) => [
        device.deviceId,
        device.profileId,
        stateOf(device),
        device.lane,
        refreshOf(device),
        device.faults.join(', '),
    ]);
    const shown = table([['DEVICE', 'PROFILE', 'STATE', 'LANE', 'REFRESH', 'FAULTS'], ...rows]);
    const rest = nextCursor === undefined ? '' : `more with --cursor ${nextCursor}\n`;
    return `${shown}${devices.length} of ${count} devices\n${rest}`;
}
function stateOf({ online, powered }) {
    return `${online ? 'online' : 'offline'}${powered ? '' : ', no power'}`;
}
function refreshOf({ refreshIn }) {
    return refreshIn === 0 ? 'free' : `in ${formatDuration(refreshIn)}`;
}
export function deviceText(device) {
    const onOff = (on) => (on ? 'on' : 'off');
    const head = table([
        ['device', `${device.deviceId} (${device.name}), ${device.profileId}`],
        ['state', `${stateOf(device)}; supply ${onOff(device.supplied)}, link ${device.linked ? 'up' : 'down'}`],
        ['lane', `${device.lane}; refresh ${refreshOf(device)}`],
        ['executed', `${device.executions} operations`],
        ...(device.baudRate === null ? [] : [['RS485', `${device.baudRate} baud`]]),
        ...(device.faults.length === 0 ? [] : [['faults', device.faults.join(', ')]]),
    ]);
    const channels = [
        ...device.relays.map(({ index, on, closed, switchedTimes, jogDuration }) => [
            `relay ${index}`,
            onOff(on),
            closed === on ? '' : `really ${onOff(closed)}`,
            `switched ${switchedTimes} times, jog ${formatDuration(jogDuration)}`,
        ]),
        ...device.digitalInputs.map(({ index, active, contact }) => [
            `input ${index}`,
            onOff(active),
            contact === active ? '' : `really ${onOff(contact)}`,
        ]),
        ...device.analogInputs.map(({ index, value, unit = '' }) => [
            `analog ${index}`,
            `${value} ${unit}`.trim(),
        ]),
        ...device.sensors.map(({ key, value, unit = '' }) => [key, `${value} ${unit}`.trim()]),
    ];
    return `${head}\n${table([['CHANNEL', 'REPORTED', 'TRUTH', ''], ...channels])}`;
}
