// Something that is made when it is first needed: most devices of a large fleet never use all their parts.
export function lazily(make) {
    let made;
    return {
        get: () => (made ??= { value: make() }).value,
        made: () => made?.value,
    };
}
