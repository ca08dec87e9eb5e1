/** Undefined when an object on the way is missing. An empty path gives the value itself. */
export function getterOf(path) {
    const [first, second, ...deeper] = path;
    if (first === undefined)
        return (value) => value;
    if (second === undefined)
        return (value) => value[first];
    const inner = getterOf([second, ...deeper]);
    return (value) => {
        const next = value[first];
        return next === undefined ? undefined : inner(next);
    };
}
/** Makes the objects on the way. An empty path copies the fields into the value itself. */
export function setterOf(path) {
    const [first, second, ...deeper] = path;
    if (first === undefined)
        return (value, field) => void Object.assign(value, field);
    if (second === undefined) {
        return (value, field) => {
            value[first] = field;
        };
    }
    const inner = setterOf([second, ...deeper]);
    return (value, field) => {
        const next = (value[first] ??= {});
        inner(next, field);
    };
}
