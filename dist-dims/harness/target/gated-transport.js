/** Something that must not be sent: the mistake of whoever wanted it, never the target's. */
export class SafetyError extends Error {
    name = 'SafetyError';
}
