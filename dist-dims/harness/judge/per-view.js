/** `read`, which depends on nothing but the view, with its answers remembered as long as the view lives. */
export function perView(read) {
    const known = new WeakMap();
    return (view) => {
        const before = known.get(view);
        if (before)
            return before;
        const answer = read(view);
        known.set(view, answer);
        return answer;
    };
}
/** The same for what is asked of each device of a trace. */
export function perDevice(read) {
    const answers = perView(() => new Map());
    return (deviceId, view) => {
        const known = answers(view);
        const found = known.get(deviceId) ?? { answer: read(deviceId, view) };
        known.set(deviceId, found);
        return found.answer;
    };
}
