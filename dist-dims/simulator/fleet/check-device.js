export function complaintsAbout(device) {
    const taken = new Map();
    return device.relays.flatMap(({ wiredTo }, at) => {
        if (!wiredTo)
            return [];
        const relay = at + 1;
        const { input } = wiredTo;
        const other = taken.get(input);
        taken.set(input, relay);
        const wrong = (why) => [
            { key: 'relays', message: `relay ${relay} is wired to input ${input}, ${why}` },
        ];
        const count = device.digitalInputs.length;
        if (input > count)
            return wrong(`but there are ${count} digital inputs`);
        if (other !== undefined)
            return wrong(`which relay ${other} drives already`);
        if (device.digitalInputs[input - 1]?.pattern)
            return wrong('which follows a pattern');
        return [];
    });
}
/** A device has the channels that its profile announces; only how they behave may differ. */
export function complaintsAboutOverrides(profile, device) {
    const groups = ['relays', 'digitalInputs', 'analogInputs'];
    const complaints = groups.flatMap((key) => {
        const [expected, found] = [profile[key].length, device[key].length];
        return expected === found
            ? []
            : [{ key, message: `${key} has ${found} channels; the profile has ${expected}` }];
    });
    const keys = (spec) => spec.sensors.map(({ key }) => key).join(', ');
    if (keys(profile) !== keys(device)) {
        complaints.push({
            key: 'sensors',
            message: `sensors are ${keys(device)}; the profile has ${keys(profile)}`,
        });
    }
    if (device.rs485 && !profile.rs485) {
        complaints.push({ key: 'rs485', message: 'there is an RS485 port; the profile has none' });
    }
    return complaints;
}
