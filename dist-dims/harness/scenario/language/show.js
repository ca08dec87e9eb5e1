// Values as reports print them: short, on one line, YAML-like.
const LONGEST = 200;
export function show(value) {
    const text = flow(value);
    return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
function flow(value) {
    if (value === undefined)
        return 'nothing';
    if (typeof value === 'string')
        return /^[\w$][\w$.:/ -]*$/.test(value) ? value : JSON.stringify(value);
    if (Array.isArray(value))
        return `[${value.map(flow).join(', ')}]`;
    if (typeof value === 'object' && value !== null) {
        const fields = Object.entries(value).flatMap(([key, inner]) => inner === undefined ? [] : [`${key}: ${flow(inner)}`]);
        return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    return JSON.stringify(value) ?? typeof value;
}
