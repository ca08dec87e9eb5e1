/** The largest fleet that is remembered: its identities take some hundred kilobytes. */
const MOST_REMEMBERED = 2000;
export function createIdentities(roster, identityAt) {
    let remembered;
    function* spelled(after) {
        for (const [deviceId, { entry, place }] of roster.ids(after))
            yield identityAt(deviceId, entry, place);
    }
    return (after) => {
        // A page in the middle is short, and spelling it is not worth remembering where it begins.
        if (after || roster.count > MOST_REMEMBERED)
            return spelled(after);
        remembered ??= [...spelled()];
        return remembered;
    };
}
