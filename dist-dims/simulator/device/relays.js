import { assert } from '../../kernel/assert.js';
import { createRelay } from './relay.js';
export function createRelays(options) {
    const { specs, clock, influences, driveInput, onJogEnd } = options;
    const all = specs.map((spec, at) => {
        const index = at + 1;
        const wire = spec.wiredTo;
        return createRelay({
            index,
            spec,
            clock,
            contact: (commanded, closed) => influences.contact(index, commanded, closed, clock.now()),
            onContact: (closed) => {
                options.witness({ act: 'relay', index, closed });
                if (wire)
                    driveInput(wire.input, closed !== wire.inverted);
            },
            onJogEnd,
        });
    });
    const at = (index) => {
        const relay = all[index - 1];
        assert(relay, `relay ${index} does not exist; whoever calls has to know the channels`);
        return relay;
    };
    // A wired input shows its relay from the start, not from the first switching on.
    for (const [nth, { wiredTo }] of specs.entries()) {
        if (wiredTo)
            driveInput(wiredTo.input, at(nth + 1).closed() !== wiredTo.inverted);
    }
    return {
        all,
        reported: () => all.map((relay) => relay.coil()),
        apply: (changes) => {
            for (const { index, action } of changes)
                at(index).act(action);
        },
        setJogDuration: (index, duration) => {
            at(index).jogDuration = duration;
        },
        powerDown: () => all.forEach((relay) => relay.powerDown()),
        boot: () => all.forEach((relay) => relay.boot()),
        reconsider: () => all.forEach((relay) => relay.reconsider()),
    };
}
