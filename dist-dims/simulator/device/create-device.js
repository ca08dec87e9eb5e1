import { toHex } from '../../kernel/hex.js';
import { bounceOffsets } from './bounce.js';
import { createDeviceLink } from './device-link.js';
import { isChatty } from './device-spec.js';
import { channelsOf, configOf, peripheralsOf, physicalOf } from './device-views.js';
import { createDigitalInputs } from './digital-inputs.js';
import { NO_INFLUENCES } from './influences.js';
import { lazily } from './lazy.js';
import { recall, remember } from './memory.js';
import { createListeners } from './listeners.js';
import { createOperationRunner } from './operation-runner.js';
import { createOperations } from './operations.js';
import { createReading } from './reading.js';
import { createRelays } from './relays.js';
import { createReporter } from './reporter.js';
import { createBus } from './rs485/bus.js';
import { createStimuli } from './stimuli.js';
import { NO_WITNESS } from './witness.js';
export function createDevice(options) {
    const { deviceId, spec, clock } = options;
    const { influences = NO_INFLUENCES, witness = NO_WITNESS } = options;
    const surroundings = { origin: clock.now(), ...options, influences, witness };
    const listeners = createListeners(() => watch(), () => watch());
    const parts = createParts(surroundings, {
        emit: listeners.emit,
        report: () => reporter.report(),
        watch: () => watch(),
    });
    const { deviceLink, relays } = parts;
    const reporter = createReporter({
        relays: relays.reported,
        inputs: parts.inputs.reported,
        peripherals: () => peripheralsOf(parts),
        online: deviceLink.isOnline,
        emit: listeners.emit,
    });
    /** Timers run only while somebody listens to a device that works. */
    const watch = () => {
        const on = listeners.size > 0 && deviceLink.power.running();
        parts.inputs.watch(on);
        if (isChatty(spec))
            parts.bus.get()?.watch(on);
    };
    const runner = createRunner(surroundings, deviceLink);
    const operations = createOperations(parts, spec.timing, runner, reporter.report, witness);
    const stimuli = lazily(() => createStimuli(parts, clock.now));
    return {
        deviceId,
        channels: channelsOf(spec),
        isOnline: deviceLink.isOnline,
        isPowered: deviceLink.isPowered,
        config: () => configOf(parts),
        peripherals: () => peripheralsOf(parts),
        refresh: operations.refresh,
        perform: operations.perform,
        physical: () => physicalOf(parts, operations.executions()),
        listen: (listener) => {
            if (listeners.size > 0)
                return listeners.add(listener);
            const stop = listeners.add(listener);
            reporter.resume();
            return stop;
        },
        get stimuli() {
            return stimuli.get();
        },
        reconsider: () => relays.reconsider(),
        remember: () => remember(parts),
        recall: (memory) => {
            recall(parts, memory);
            reporter.resume();
        },
        dispose: () => {
            listeners.clear();
            deviceLink.power.kill();
        },
    };
}
function createRunner({ deviceId, spec, clock, random, influences }, { power, link }) {
    const { timing } = spec;
    const chance = lazily(() => random.stream(`device/${deviceId}/timing`));
    return createOperationRunner({ clock, timing, chance: chance.get, power, link, influences });
}
function createParts(surroundings, { emit, report, watch }) {
    const { deviceId, spec, clock, random, origin, influences, witness } = surroundings;
    const { seed } = random;
    const label = `device/${deviceId}`;
    const inputs = createDigitalInputs({
        specs: spec.digitalInputs,
        clock,
        bounce: (index, at) => {
            const own = bounceOffsets(spec.digitalInputs[index - 1]?.bounce, seed, `${label}/input-${index}`, at);
            return influences.bounce(index, own, at);
        },
        onChange: report,
    });
    const relays = createRelays({
        specs: spec.relays,
        clock,
        influences,
        witness,
        driveInput: (index, level) => inputs.drive(index, level),
        onJogEnd: report,
    });
    inputs.settle();
    for (const [at, { pattern }] of spec.digitalInputs.entries()) {
        if (pattern)
            inputs.follow(at + 1, pattern, origin);
    }
    const bus = lazily(() => spec.rs485 &&
        createBus({
            spec: spec.rs485,
            clock,
            seed,
            label: `${label}/rs485`,
            origin,
            influences,
            onUnsolicited: (bytes) => {
                if (deviceLink.isOnline())
                    emit({ kind: 'rs485-received', data: toHex(bytes) });
            },
        }));
    const deviceLink = createDeviceLink({
        spec: spec.power,
        clock,
        emit,
        onStopped: () => {
            watch();
            bus.made()?.reset();
            relays.powerDown();
        },
        onBooted: () => {
            inputs.settle();
            relays.boot();
            watch();
        },
        onConnected: report,
    });
    return { relays, inputs, ...readingsOf(surroundings, label), bus, deviceLink };
}
function readingsOf({ spec, clock, random, origin, influences }, label) {
    const common = { clock, seed: random.seed, origin, influences };
    return {
        analogInputs: spec.analogInputs.map((each, at) => {
            const index = at + 1;
            const channel = { kind: 'analogInput', index };
            return createReading({ ...common, channel, spec: each, label: `${label}/analog-${index}` });
        }),
        sensors: spec.sensors.map((each) => {
            const channel = { kind: 'sensor', key: each.key };
            return createReading({ ...common, channel, spec: each, label: `${label}/sensor-${each.key}` });
        }),
    };
}
