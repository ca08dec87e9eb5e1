export function remember(parts) {
    const { relays, inputs, analogInputs, sensors, bus, deviceLink } = parts;
    return {
        relays: relays.all.map((relay) => ({ on: relay.lasting(), jogDuration: relay.jogDuration })),
        inputs: inputs.held().map((level) => level ?? null),
        analogInputs: analogInputs.map((reading) => reading.held() ?? null),
        sensors: sensors.map((reading) => reading.held() ?? null),
        baudRate: bus.made()?.baudRate ?? null,
        powered: deviceLink.power.supplied(),
        linked: deviceLink.link.isUp(),
    };
}
/** For a device that has just been made. What the memory has for channels that the device lacks is ignored. */
export function recall(parts, memory) {
    const { relays, inputs, analogInputs, sensors, bus, deviceLink } = parts;
    relays.all.forEach((relay, at) => {
        const { on, jogDuration } = memory.relays[at] ?? {};
        if (jogDuration !== undefined)
            relay.jogDuration = jogDuration;
        if (on !== undefined)
            relay.act(on ? 'on' : 'off');
    });
    memory.inputs.forEach((level, at) => {
        if (level !== null)
            inputs.drive(at + 1, level);
    });
    inputs.settle();
    memory.analogInputs.forEach((value, at) => value !== null && analogInputs[at]?.set(value));
    memory.sensors.forEach((value, at) => value !== null && sensors[at]?.set(value));
    if (memory.baudRate !== null) {
        const port = bus.get();
        if (port)
            port.baudRate = memory.baudRate;
    }
    if (!memory.linked)
        deviceLink.link.drop();
    if (memory.powered)
        return;
    deviceLink.power.cut();
    deviceLink.power.kill();
}
