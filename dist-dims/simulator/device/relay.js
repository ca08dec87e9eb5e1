export function createRelay({ index, spec, clock, contact, onContact, onJogEnd }) {
    let coil = spec.bootState === 'on';
    let closed = contact(coil, coil);
    let switchedTimes = 0;
    let beforePowerDown = false;
    let down = false;
    let jog;
    const reconsider = () => {
        const next = contact(coil, closed);
        if (next === closed)
            return;
        closed = next;
        switchedTimes++;
        onContact(closed);
    };
    const energise = (on) => {
        jog?.cancel();
        jog = undefined;
        coil = on;
        reconsider();
    };
    const relay = {
        index,
        jogDuration: spec.jogDuration,
        coil: () => coil,
        lasting: () => (down ? beforePowerDown : coil && !jog),
        closed: () => closed,
        switchedTimes: () => switchedTimes,
        act: (action) => {
            energise(action !== 'off');
            if (action !== 'jog')
                return;
            jog = clock.setTimer(`relay ${index} jog`, relay.jogDuration, () => {
                energise(false);
                onJogEnd();
            });
        },
        powerDown: () => {
            // A pulse that the power cut short must not come back as a lasting "on".
            beforePowerDown = coil && !jog;
            down = true;
            energise(false);
        },
        boot: () => {
            down = false;
            energise(spec.bootState === 'last' ? beforePowerDown : spec.bootState === 'on');
        },
        reconsider,
    };
    return relay;
}
