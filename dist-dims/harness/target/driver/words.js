const LONGEST = 80;
/** A value as short JSON; `nothing` when there is none. */
export function inShort(value) {
    if (value === undefined)
        return 'nothing';
    const json = JSON.stringify(value);
    return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
/** `/data/devices/0/deviceId: expected a string, got 5 (lab.yaml:12:5)`. */
export function describe({ pointer, expected, actual, declaredAt }) {
    return `${pointer || 'the body'}: expected ${expected}, got ${actual} (${declaredAt})`;
}
