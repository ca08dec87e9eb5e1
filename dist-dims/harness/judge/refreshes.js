/** An explicit refresh of one device, over either channel. */
export function isRefresh({ request: { what, deviceId } }) {
    return deviceId !== undefined && (what === 'devices.read' || what === 'device.state.get');
}
