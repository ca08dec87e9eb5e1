// Turns what happens at the devices into events of the service.
import { unreachable } from '../../kernel/assert.js';
import { newIdentifier } from '../../dialect/new-identifier.js';
export function publishDeviceEvents(devices, bus, clock, random, form) {
    devices.listen((deviceId, event) => {
        const eventId = newIdentifier('evt', random, form);
        const stamp = { eventId, occurredAt: Math.round(clock.now()), deviceId };
        bus.publish({ ...stamp, ...contentOf(event) });
    });
}
function contentOf(event) {
    switch (event.kind) {
        case 'online':
            return { topic: 'device.connection.online' };
        case 'offline':
            return { topic: 'device.connection.offline' };
        case 'power-lost':
            return { topic: 'device.power.lost' };
        case 'power-restored':
            return { topic: 'device.power.restored' };
        case 'state-changed':
            return { topic: 'device.state.changed', changes: event.changes, peripherals: event.peripherals };
        case 'rs485-received':
            return { topic: 'device.rs485.received', data: event.data };
        default:
            return unreachable(event);
    }
}
