export function has({ without }, { feature }) {
    return feature === undefined || !without.has(feature);
}
