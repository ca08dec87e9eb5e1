/** @param listed the channels of one kind that the profile lists, one at least where there is a name. */
export function channelsAt(place, names, listed = []) {
    return Object.fromEntries(names.flatMap((name, at) => {
        const channel = listed[positionOf(place, at, names.length, listed.length)];
        return channel === undefined ? [] : [[name, channel]];
    }));
}
function positionOf(place, at, names, listed) {
    const spare = Math.max(0, listed - names);
    switch (place) {
        case 'first':
            return at;
        case 'middle':
            return Math.floor(spare / 2) + at;
        case 'last':
            return spare + at;
        case 'ends':
            // The first name is the first channel, the last name the last one, and the others lie in between.
            return names === 1 ? listed - 1 : Math.floor((at * (listed - 1)) / (names - 1));
        default:
            return place;
    }
}
