export function createReporter({ relays, inputs, peripherals, online, emit }) {
    let knownRelays = relays();
    let knownInputs = inputs();
    return {
        resume: () => {
            knownRelays = relays();
            knownInputs = inputs();
        },
        report: () => {
            if (!online())
                return;
            const [presentRelays, presentInputs] = [relays(), inputs()];
            const changes = [
                ...differences('relay', knownRelays, presentRelays),
                ...differences('digitalInput', knownInputs, presentInputs),
            ];
            if (changes.length === 0)
                return;
            knownRelays = presentRelays;
            knownInputs = presentInputs;
            emit({ kind: 'state-changed', changes, peripherals: peripherals() });
        },
    };
}
function differences(kind, known, present) {
    const changes = [];
    for (const [at, state] of present.entries())
        if (state !== known[at])
            changes.push({ kind, index: at + 1 });
    return changes;
}
