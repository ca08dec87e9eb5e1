/** Applies one kind of wrapping of each decoration, the first innermost. */
export function decorate(inner, decorations, wrap) {
    return decorations.reduce((value, decoration) => wrap(decoration, value) ?? value, inner);
}
