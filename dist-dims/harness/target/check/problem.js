/** A reply succeeded, and its data are not what the dialect says. */
export function dialectProblem(what, dialect, mismatches) {
    const [first, ...others] = mismatches;
    const place = first ? `${first.pointer}: expected ${first.expected}, got ${first.actual}` : '';
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return {
        about: 'dialect',
        message: `${what} does not fit the dialect "${dialect}": ${place}${more}`,
        hint: first
            ? `${first.declaredAt} says otherwise: correct the dialect, or name another one in the profile.`
            : 'Name another dialect in the profile.',
        mismatches,
    };
}
