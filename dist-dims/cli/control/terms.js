/** @param names what stands for a pointer as a whole, such as `/index` for `<index>`. */
export function termsOf(names) {
    return (pointer) => names[pointer];
}
