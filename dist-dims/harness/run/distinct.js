// Picks one candidate for each name, no candidate twice.
/** Every choice, those with early candidates first; nothing when there is none. */
export function* distinct(candidates) {
    const names = Object.keys(candidates);
    function* choose(at, chosen) {
        const name = names[at];
        if (name === undefined) {
            yield chosen;
            return;
        }
        const taken = new Set(Object.values(chosen));
        for (const candidate of candidates[name] ?? [])
            if (!taken.has(candidate))
                yield* choose(at + 1, { ...chosen, [name]: candidate });
    }
    yield* choose(0, {});
}
