import { createLink } from './link.js';
import { createPower } from './power.js';
export function createDeviceLink(options) {
    const { spec, clock, emit, onStopped, onBooted, onConnected } = options;
    let powered = true;
    let booted = false;
    const tellPower = () => {
        const supplied = power.supplied();
        if (supplied === powered && !booted)
            return;
        powered = supplied;
        booted = false;
        emit({ kind: supplied ? 'power-restored' : 'power-lost' });
    };
    /** A device that was off tells of the power first; then it is online. */
    const connect = () => {
        if (power.supplied())
            tellPower();
        emit({ kind: 'online' });
        tellPower();
        onConnected();
    };
    const link = createLink(() => {
        if (power.running())
            emit({ kind: 'offline' });
    }, () => {
        if (power.running())
            connect();
    });
    const tellIfLinked = () => {
        if (link.isUp())
            tellPower();
    };
    const power = createPower({
        spec,
        clock,
        onLost: tellIfLinked,
        onSaved: tellIfLinked,
        onStopped: () => {
            onStopped();
            if (link.isUp())
                emit({ kind: 'offline' });
        },
        onBooted: () => {
            booted = true;
            onBooted();
            if (link.isUp())
                connect();
        },
    });
    return { link, power, isOnline: () => link.isUp() && power.running(), isPowered: () => powered };
}
