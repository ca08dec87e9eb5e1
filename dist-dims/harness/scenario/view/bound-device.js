/** The named relays as `on` or `off`; a relay that the state does not have is left out. */
export function relayWords(device, peripherals) {
    return Object.fromEntries(Object.entries(device.relays).flatMap(([name, index]) => {
        const relay = peripherals.relays.find((each) => each.index === index);
        return relay ? [[name, relay.on ? 'on' : 'off']] : [];
    }));
}
/** The named digital inputs as `active` or `inactive`; one that the state does not have is left out. */
export function inputWords({ inputs = {} }, peripherals) {
    return Object.fromEntries(Object.entries(inputs).flatMap(([name, index]) => {
        const input = peripherals.digitalInputs.find((each) => each.index === index);
        return input ? [[name, input.active ? 'active' : 'inactive']] : [];
    }));
}
/** The values of the named analog inputs; one that the state does not have is left out. */
export function analogValues({ analogInputs = {} }, peripherals) {
    return Object.fromEntries(Object.entries(analogInputs).flatMap(([name, index]) => {
        const input = peripherals.analogInputs.find((each) => each.index === index);
        return input ? [[name, input.value]] : [];
    }));
}
/** The values of the named sensors; one that the state does not have is left out. */
export function sensorValues({ sensors = {} }, peripherals) {
    return Object.fromEntries(Object.entries(sensors).flatMap(([name, key]) => {
        const sensor = peripherals.sensors.find((each) => each.key === key);
        return sensor ? [[name, sensor.value]] : [];
    }));
}
/** `lamp` for a channel with a name, `relay 3` or `digitalInput 1` for any other. */
export function changeWords(device, changes) {
    const byIndex = (channels = {}) => new Map(Object.entries(channels).map(([name, index]) => [index, name]));
    const names = { relay: byIndex(device?.relays), digitalInput: byIndex(device?.inputs) };
    return changes.map(({ kind, index }) => names[kind].get(index) ?? `${kind} ${index}`);
}
