// One text for equal JSON values: two records that say the same in another order of keys are the same.
export function canonical(value) {
    return written(value) ?? '';
}
/** Undefined for what JSON has no word for. */
function written(value) {
    if (typeof value !== 'object' || value === null)
        return JSON.stringify(value);
    if (Array.isArray(value))
        return `[${value.map((item) => written(item) ?? 'null').join(',')}]`;
    let fields = '';
    for (const key of Object.keys(value).toSorted()) {
        const text = written(value[key]);
        if (text !== undefined)
            fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
    }
    return `{${fields}}`;
}
