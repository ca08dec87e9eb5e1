const NAMES = ['--target', '--dialect', '--fleet', '--speed'];
/** Undefined when they are others than a run records: the file may have been written by anybody. */
export function optionsOf(words) {
    const values = new Map();
    for (let at = 0; at < words.length; at += 2) {
        const [name = '', value] = words.slice(at, at + 2);
        if (!NAMES.some((each) => each === name) || value === undefined)
            return undefined;
        values.set(name, value);
    }
    const [target, dialect, fleet, speed] = NAMES.map((name) => values.get(name));
    if (target === undefined || (speed !== undefined && !(Number(speed) > 0)))
        return undefined;
    return {
        target,
        ...(dialect === undefined ? {} : { dialect }),
        ...(fleet === undefined ? {} : { fleet }),
        ...(speed === undefined ? {} : { speed: Number(speed) }),
    };
}
