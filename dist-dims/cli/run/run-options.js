export function restrictionOf({ actuate, readOnly }) {
    if (readOnly)
        return 'read-only';
    return actuate === false ? 'no-actuate' : undefined;
}
