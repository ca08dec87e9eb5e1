/** @param text how the command reads in a listing of the program. */
export function createCommand(text, run, check = () => true) {
    return { check, run, toString: () => text };
}
