// Elements by what they have in common, in the order in which each group was met first.
export function groupBy(elements, keyOf) {
    const groups = new Map();
    for (const element of elements) {
        const key = keyOf(element);
        const group = groups.get(key);
        if (group)
            group.push(element);
        else
            groups.set(key, [element]);
    }
    return groups;
}
