export function keepDevices(alike) {
    const nothing = { doubt: undefined, aside: undefined };
    const keeping = new Map();
    for (const device of [...alike.values()].flat())
        keeping.set(device.profileName, keeping.get(device.profileName) ?? { device, ...nothing });
    return {
        all: [...keeping.values()],
        as: (name) => (alike.get(name) ?? []).flatMap(({ profileName }) => keeping.get(profileName) ?? []),
    };
}
function isGood({ doubt, aside }) {
    return doubt === undefined && aside === undefined;
}
export function isInDoubt(kept) {
    return kept.doubt !== undefined && kept.aside === undefined;
}
/** Those that have rested longest. Names have all candidates in common or none, so any choice is as good. */
export function choose(names, keptAs, { isFree, restedAt }) {
    const rested = ({ device }) => restedAt(device.profileName);
    const chosen = [];
    for (const name of names) {
        const [kept] = keptAs(name)
            .filter((each) => isGood(each) && isFree(each.device.profileName) && !chosen.some((other) => other.kept === each))
            .toSorted((a, b) => rested(a) - rested(b));
        if (!kept)
            return undefined;
        chosen.push({ name, kept });
    }
    return chosen;
}
export function suffice(names, programs, keptAs) {
    return names.every((name) => {
        const good = keptAs(name).filter(isGood);
        const rivals = names.filter((other) => keptAs(other).some((each) => keptAs(name).includes(each)));
        return good.length >= programs * rivals.length;
    });
}
export function shortage(names, keptAs) {
    const aside = [...new Set(names.flatMap(keptAs))].flatMap(({ device, aside: why }) => why === undefined ? [] : [`${device.profileName}: ${why}`]);
    return `no device is left that a program could be run on (set aside: ${aside.join('; ')})`;
}
