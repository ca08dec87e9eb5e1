export function createSilent({ baudRate }) {
    return { baudRate, answer: () => undefined };
}
