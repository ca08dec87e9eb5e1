import { garbled, heard } from './garble.js';
import { createLine, lineTime } from './line.js';
import { createPort } from './port.js';
import { createPeripheral } from './registry.js';
import { createVoices } from './voices.js';
export function createBus(options) {
    const { spec, clock, seed, label, origin, influences, onUnsolicited } = options;
    const line = createLine(clock);
    const port = createPort(onUnsolicited);
    const portChance = { seed, label: `${label}/port` };
    const stations = createStations(options);
    let baudRate = spec.baudRate;
    /** A peripheral's bytes go on the line, if the world lets them. */
    const speak = (said, rate) => {
        const left = influences.rs485(said, clock.now());
        if (!left || left.bytes.length === 0)
            return;
        const { bytes, delay } = left;
        const send = () => {
            const heardBegin = port.listens();
            line.send(lineTime(bytes.length, rate, spec), (collided) => {
                if (heardBegin)
                    port.hear(received(bytes, rate, baudRate, collided, portChance, clock.now()));
            });
        };
        if (delay > 0)
            clock.setTimer('rs485 answer', delay, send);
        else
            send();
    };
    const deliver = (request, rate, collided) => {
        const now = clock.now();
        for (const station of stations) {
            const frame = received(request, rate, station.baudRate, collided, station.chance, now);
            const answer = frame.length > 0 ? station.peripheral.answer(frame, now) : undefined;
            if (answer)
                speak({ ...answer, solicited: true }, station.baudRate);
        }
    };
    const voices = createVoices(voicesOf(stations, (bytes, rate) => speak({ bytes, delay: 0, solicited: false }, rate)), clock, origin);
    const timeFor = (bytes) => lineTime(bytes, baudRate, spec);
    return {
        get baudRate() {
            return baudRate;
        },
        set baudRate(rate) {
            baudRate = rate;
        },
        timeFor,
        transceive: (request, timeout, finish) => {
            const end = (response) => {
                port.stop(end);
                voices.leave();
                overdue.cancel();
                finish(response);
            };
            const rate = baudRate;
            const duration = timeFor(request.length);
            voices.attend();
            port.speak();
            line.send(duration, (collided) => {
                port.wait(end);
                deliver(request, rate, collided);
            });
            const overdue = clock.setTimer('rs485 wait', duration + timeout, () => end());
        },
        inject: (bytes) => speak({ bytes, delay: 0, solicited: false }, baudRate),
        watch: voices.watch,
        reset: port.reset,
    };
}
function createStations({ spec, seed, label, origin }) {
    return spec.peripherals.map((each, at) => {
        const chance = { seed, label: `${label}/${at}` };
        const peripheral = createPeripheral(each, { ...chance, origin });
        return { peripheral, baudRate: peripheral.baudRate ?? spec.baudRate, chance };
    });
}
function voicesOf(stations, say) {
    return stations.flatMap(({ peripheral: { spontaneous }, baudRate }) => spontaneous ? [{ ...spontaneous, say: () => say(spontaneous.bytes, baudRate) }] : []);
}
/** What one end makes of the bytes of the other. */
function received(bytes, sentAt, heardAt, collided, chance, now) {
    const frame = heard(bytes, sentAt, heardAt, chance, now);
    return collided ? garbled(frame, frame.length, chance, now) : frame;
}
