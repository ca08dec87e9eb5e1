// Where faults reach into the physics from outside. The device asks at each use, so that an influence may
// come and go; by default it has none. What the faults are is not known here.
export const NO_INFLUENCES = {
    operationTime: (nominal) => nominal,
    answering: () => 'normal',
    contact: (_, commanded) => commanded,
    bounce: (_, offsets) => offsets,
    reading: (_, value) => value,
    rs485: (answer) => answer,
};
/** The influences in order: each sees what the one before it has made. The first that silences wins. */
export function composeInfluences(parts) {
    const all = parts.map((part) => ({ ...NO_INFLUENCES, ...part }));
    return {
        operationTime: (nominal, kind, now) => all.reduce((time, each) => each.operationTime(time, kind, now), nominal),
        answering: (kind, now) => all.map((each) => each.answering(kind, now)).find((each) => each !== 'normal') ?? 'normal',
        contact: (relay, commanded, closed, now) => all.reduce((wanted, each) => each.contact(relay, wanted, closed, now), commanded),
        bounce: (input, offsets, now) => all.reduce((list, each) => each.bounce(input, list, now), offsets),
        reading: (channel, value, now, at) => all.reduce((read, each) => each.reading(channel, read, now, at), value),
        rs485: (answer, now) => all.reduce((left, each) => left && each.rs485(left, now), answer),
    };
}
