import { createDigitalInput } from './digital-input.js';
export function createDigitalInputs(options) {
    const { clock, onChange } = options;
    const inputs = options.specs.map(({ active, debounce }, at) => {
        const index = at + 1;
        return createDigitalInput({ active, debounce, bounce: (when) => options.bounce(index, when) });
    });
    let watching = false;
    let timer;
    const nextAt = () => Math.min(...inputs.map((input) => input.nextAt()));
    /** Goes through all that has happened, moment by moment: two changes of one input are two reports. */
    const catchUp = () => {
        const now = clock.now();
        for (const input of inputs)
            input.contact.skipTo(now);
        for (let at = nextAt(); at <= now; at = nextAt()) {
            for (const input of inputs)
                while (input.nextAt() <= at)
                    input.step();
            if (watching)
                onChange();
        }
    };
    const arm = () => {
        timer?.cancel();
        timer = undefined;
        const at = watching ? nextAt() : Infinity;
        if (at === Infinity)
            return;
        timer = clock.setTimer('digital inputs', at - clock.now(), () => {
            catchUp();
            arm();
        });
    };
    const touch = (index, act) => {
        const input = inputs[index - 1];
        if (!input)
            return false;
        catchUp();
        act(input);
        arm();
        return true;
    };
    /** A read between two timers shows what was reported last, and an event will tell of what follows. */
    const read = (get) => {
        if (!watching)
            catchUp();
        return inputs.map(get);
    };
    return {
        count: inputs.length,
        reported: () => read((input) => input.reported()),
        levels: () => read((input) => input.contact.level()),
        held: () => inputs.map((input) => input.contact.held()),
        drive: (index, level) => touch(index, (input) => input.contact.drive(level, clock.now())),
        follow: (index, pattern, since) => touch(index, (input) => input.contact.follow(pattern, since)),
        watch: (on) => {
            if (on)
                catchUp();
            watching = on;
            arm();
        },
        settle: () => {
            catchUp();
            for (const input of inputs)
                input.settle();
            arm();
        },
    };
}
