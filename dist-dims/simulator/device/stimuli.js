// What the world does to a device.
import { fromHex } from '../../kernel/hex.js';
export function createStimuli({ inputs, analogInputs, sensors, bus, deviceLink }, now) {
    const analog = (index) => analogInputs[index - 1];
    const sensor = (key) => sensors.find(({ channel }) => channel.kind === 'sensor' && channel.key === key);
    const on = (reading, act) => {
        if (reading)
            act(reading);
        return reading !== undefined;
    };
    return {
        setInput: (index, active) => inputs.drive(index, active),
        driveInput: (index, pattern) => inputs.follow(index, pattern, now()),
        setAnalog: (index, value) => on(analog(index), (reading) => reading.set(value)),
        driveAnalog: (index, signal) => on(analog(index), (reading) => reading.follow(signal)),
        setSensor: (key, value) => on(sensor(key), (reading) => reading.set(value)),
        driveSensor: (key, signal) => on(sensor(key), (reading) => reading.follow(signal)),
        cutPower: () => deviceLink.power.cut(),
        restorePower: () => deviceLink.power.restore(),
        dropLink: () => deviceLink.link.drop(),
        restoreLink: () => deviceLink.link.restore(),
        injectRs485: (data) => {
            const bytes = fromHex(data);
            const port = bus.get();
            if (!port || !bytes)
                return false;
            port.inject(bytes);
            return true;
        },
    };
}
