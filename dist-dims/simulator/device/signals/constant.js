export function createConstant({ value }) {
    return () => value;
}
